import type { Answer } from '../../../../src/client/index.ts';
import type { Link, Memory } from '../../../../src/index.ts';
import { Conversation } from '../../parts/conversation.tsx';
import { Details } from '../../parts/details.tsx';
import { Loading } from '../../parts/states.tsx';
import { When } from '../../parts/text.tsx';
import { useAsked } from '../../use-asked.ts';
import { MemoryLink } from './memory-links.tsx';

export const LINKED = 50;

const replacedBy =
  (id: string) =>
  ({ type, fromId, toId }: Link): string[] =>
    type === 'supersedes' && fromId === id ? [toId] : [];

export function MemorySources({ shown: { memory, links, neighbours } }: { readonly shown: Answer<'memories.show'> }) {
  const { episodeIds, documentId, learningContext } = memory.provenance;
  const known = useCorrected(memory, links.flatMap(replacedBy(memory.id)));
  if (known === undefined) return <Loading what="the source" />;
  const { wrong } = known;
  const named = wrong === undefined ? 'Source turn' : 'Source turn of the memory that it replaced';
  return (
    <>
      {wrong !== undefined && (
        <p>
          Corrected by hand on <When at={memory.createdAt} isDay />, replacing{' '}
          <MemoryLink id={wrong} memory={neighbours.find((near) => near.memory.id === wrong)?.memory} />
        </p>
      )}
      {learningContext !== undefined && <p class="soft">Learned from: {learningContext}</p>}
      {documentId !== undefined && (
        <p>
          From the document <code>{documentId}</code>
        </p>
      )}
      {episodeIds.length === 0 && documentId === undefined && wrong === undefined && (
        <p class="soft">Added by hand, without a source turn.</p>
      )}
      {episodeIds.map((id, at) => (
        <Details
          key={id}
          isOpen={at === 0 && wrong === undefined}
          summary={episodeIds.length === 1 ? named : `${named}, ${at + 1} of ${episodeIds.length}`}
        >
          <Conversation episodeId={id} tag={wrong === undefined ? 'the source' : 'replaced'} />
        </Details>
      ))}
    </>
  );
}

/** The memory it corrects: superseded by a correction at the moment this one was created. */
function useCorrected({ createdAt }: Memory, replaced: readonly string[]): { readonly wrong?: string } | undefined {
  const { value } = useAsked(
    async ({ memories }) => {
      const at = createdAt.getTime();
      for (const id of replaced)
        if (
          (await memories.history(id)).some(({ cause, since }) => cause.kind === 'corrected' && since.getTime() === at)
        )
          return { wrong: id };
      return {};
    },
    [createdAt.getTime(), replaced.join()],
  );
  return value;
}
