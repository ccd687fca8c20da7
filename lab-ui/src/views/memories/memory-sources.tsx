import type { Memory } from '../../../../src/index.ts';
import { Conversation } from '../../parts/conversation.tsx';
import { Details } from '../../parts/details.tsx';

/** The turns it came from, each among those around it; a turn is asked for when it is looked at. */
export function MemorySources({ memory }: { readonly memory: Memory }) {
  const { episodeIds, documentId, learningContext } = memory.provenance;
  return (
    <>
      {learningContext !== undefined && <p class="soft">How it was learnt: {learningContext}</p>}
      {documentId !== undefined && (
        <p>
          From the document <code>{documentId}</code>
        </p>
      )}
      {episodeIds.length === 0 && documentId === undefined && (
        <p class="soft">It was added by hand: no turn says it.</p>
      )}
      {episodeIds.map((id, at) => (
        <Details
          key={id}
          isOpen={at === 0}
          summary={episodeIds.length === 1 ? 'The turn it came from' : `Turn ${at + 1} of ${episodeIds.length}`}
        >
          <Conversation episodeId={id} />
        </Details>
      ))}
    </>
  );
}
