import { useState } from 'preact/hooks';
import type { Memory } from '../../../../src/index.ts';
import { Answer } from '../../parts/states.tsx';
import { Said, When } from '../../parts/text.tsx';
import { useAsked } from '../../use-asked.ts';

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
        <details key={id} open={at === 0}>
          <summary>
            {episodeIds.length === 1 ? 'The turn it came from' : `Turn ${at + 1} of ${episodeIds.length}`}
          </summary>
          <Conversation around={id} />
        </details>
      ))}
    </>
  );
}

const FEW = 3;
const MANY = 25;

function Conversation({ around }: { readonly around: string }) {
  const [limit, setLimit] = useState(FEW);
  const asked = useAsked((handle) => handle.sessions.turns({ around, limit }), [around, limit]);
  return (
    <Answer asked={asked} what="conversation">
      {({ sessionId, turns, hasBefore, hasMore }) => (
        <>
          <p class="soft">
            Conversation <code>{sessionId}</code>
          </p>
          <ol class="plain turns">
            {turns.map(({ id, role, speaker, content, occurredAt }) => (
              <li key={id} class={id === around ? 'source' : undefined}>
                <p>
                  <strong>{speaker ?? role}</strong>{' '}
                  <span class="soft">
                    <When at={occurredAt} />
                    {id === around && ' · the source'}
                  </span>
                </p>
                <Said text={content} />
              </li>
            ))}
          </ol>
          {(hasBefore || hasMore) && limit === FEW && (
            <button type="button" class="link" onClick={() => setLimit(MANY)}>
              More of the conversation
            </button>
          )}
        </>
      )}
    </Answer>
  );
}
