import { useState } from 'preact/hooks';
import { useAsked } from '../use-asked.ts';
import { Answer } from './states.tsx';
import { Said, Tag, When } from './text.tsx';
import './conversation.css';

const [FEW, MANY] = [7, 41];

/** The conversation that a memory comes from, at the turn that says it. */
export function Conversation({ episodeId }: { readonly episodeId: string }) {
  const [limit, setLimit] = useState(FEW);
  const asked = useAsked((memory) => memory.sessions.turns({ around: episodeId, limit }), [episodeId, limit]);
  return (
    <Answer asked={asked} what="the conversation">
      {({ sessionId, turns, hasBefore, hasMore }) => (
        <section class="conversation" aria-label={`Conversation ${sessionId}`}>
          <p class="soft">
            Conversation <bdi>{sessionId}</bdi>
            {hasBefore && ', earlier turns left out'}
          </p>
          <ol>
            {turns.map(({ id, role, speaker, content, occurredAt }) => (
              <li key={id} class={id === episodeId ? 'source' : undefined}>
                <p class="by">
                  <strong>
                    <bdi>{speaker ?? role}</bdi>
                  </strong>{' '}
                  <span class="soft">
                    <When at={occurredAt} />
                  </span>{' '}
                  {id === episodeId && <Tag word="it comes from here" kind="good" />}
                </p>
                <Said text={content} />
              </li>
            ))}
          </ol>
          {(hasBefore || hasMore) && limit === FEW && (
            <button type="button" onClick={() => setLimit(MANY)}>
              Show more of it
            </button>
          )}
        </section>
      )}
    </Answer>
  );
}
