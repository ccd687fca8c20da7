import { useEffect, useRef, useState } from 'preact/hooks';
import type { Memory } from '../../../../src/model/memory.ts';
import type { TurnPage } from '../../../../src/souvenir/sessions.ts';
import { MemoryLine } from '../../parts/memory-line.tsx';
import { Answer, Empty } from '../../parts/states.tsx';
import { PlainText, Tag, When } from '../../parts/text.tsx';
import { useAsked } from '../../use-asked.ts';

const PAGE = 50;
const MAX_MEMORIES = 1000;

interface ConversationProps {
  readonly session: string;
  readonly around: string | undefined;
  readonly onClose: () => void;
}

export function Conversation({ session, around, onClose }: ConversationProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [after, setAfter] = useState<number>();
  const asked = useAsked(
    (memory) =>
      memory.sessions.turns({
        ...{ sessionId: session, limit: PAGE },
        ...(after !== undefined ? { after } : around !== undefined ? { around } : {}),
      }),
    [session, around, after],
  );
  const learnt = useAsked(
    (memory) =>
      memory.memories.list({
        sessionId: session,
        limit: MAX_MEMORIES,
        statuses: ['active', 'superseded', 'archived'],
      }),
    [session],
  );
  const bySource = sourcesOf(learnt.value?.memories ?? []);
  return (
    <section class="card conversation" aria-labelledby="conversation">
      <div class="row head">
        <h2 id="conversation" ref={heading} tabIndex={-1}>
          Session <bdi>{session}</bdi>
        </h2>
        <button type="button" onClick={onClose}>
          All sessions
        </button>
      </div>
      <Answer asked={asked} what="Conversation">
        {(page) =>
          page.turns.length === 0 ? (
            <Empty title="No turns to read">
              <p>The turns were forgotten, or the session belongs to another memory.</p>
            </Empty>
          ) : (
            <>
              <Turn page={page} isEarlier onTurn={setAfter} />
              <ol>
                {page.turns.map(({ id, role, speaker, occurredAt, content }) => (
                  <li key={id} class={id === around ? `turn of-${role} is-meant` : `turn of-${role}`}>
                    <div class="row who">
                      <strong>
                        <bdi>{speaker ?? role}</bdi>
                      </strong>
                      {speaker !== undefined && <Tag word={role} />}
                      <span class="soft">
                        <When at={occurredAt} />
                      </span>
                    </div>
                    <PlainText text={content} />
                    <Learnt memories={bySource.get(id) ?? []} />
                  </li>
                ))}
              </ol>
              <Turn page={page} isEarlier={false} onTurn={setAfter} />
            </>
          )
        }
      </Answer>
    </section>
  );
}

interface TurnProps {
  readonly page: TurnPage;
  readonly isEarlier: boolean;
  readonly onTurn: (after: number) => void;
}

function Turn({ page: { turns, hasBefore, hasMore }, isEarlier, onTurn }: TurnProps) {
  if (!(isEarlier ? hasBefore : hasMore)) return null;
  const after = isEarlier ? Math.max(0, (turns[0]?.position ?? 1) - 1 - PAGE) : (turns.at(-1)?.position ?? 0);
  return (
    <button type="button" onClick={() => onTurn(after)}>
      {isEarlier ? 'Earlier turns' : 'Later turns'}
    </button>
  );
}

const Learnt = ({ memories }: { readonly memories: readonly Memory[] }) =>
  memories.length === 0 ? null : (
    <div class="learnt">
      <span class="soft">Memories from this turn</span>
      <ul>
        {memories.map((memory) => (
          <li key={memory.id}>
            <MemoryLine memory={memory} />
          </li>
        ))}
      </ul>
    </div>
  );

/** Memories by their first source episode, without verbatim copies of it. */
function sourcesOf(memories: readonly Memory[]): ReadonlyMap<string, Memory[]> {
  const learnt = memories.filter(({ type }) => type !== 'episodic');
  return Map.groupBy(learnt, ({ provenance }) => provenance.episodeIds[0] ?? '');
}
