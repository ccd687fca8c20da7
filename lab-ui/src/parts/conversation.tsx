import { hrefOf } from '../route.ts';
import { useAsked } from '../use-asked.ts';
import { Answer } from './states.tsx';
import { PlainText, Tag, When } from './text.tsx';
import './conversation.css';

const AROUND = 5;

interface ConversationProps {
  readonly episodeId: string;
  readonly tag?: string;
}

export function Conversation({ episodeId, tag = 'the source' }: ConversationProps) {
  const asked = useAsked((memory) => memory.sessions.turns({ around: episodeId, limit: AROUND }), [episodeId]);
  return (
    <Answer asked={asked} what="the conversation">
      {({ sessionId, turns }) => (
        <section class="around-turn" aria-label={`Conversation “${sessionId}”`}>
          <p class="soft">
            From the conversation{' '}
            <a href={hrefOf('timeline', sessionId, { around: episodeId })}>
              “<bdi>{sessionId}</bdi>”
            </a>
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
                  {id === episodeId && <Tag word={tag} kind={tag === 'the source' ? 'good' : 'warn'} />}
                </p>
                <PlainText text={content} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </Answer>
  );
}
