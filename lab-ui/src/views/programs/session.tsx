import { useEffect, useRef, useState } from 'preact/hooks';
import type { StoredEpisode } from '../../../../src/model/episode.ts';
import type { TurnPage } from '../../../../src/souvenir/sessions.ts';
import { counted } from '../../parts/numbers.ts';
import { Answer, Empty } from '../../parts/states.tsx';
import { PlainText, Tag, When } from '../../parts/text.tsx';
import { hrefOf } from '../../route.ts';
import { useAsked } from '../../use-asked.ts';
import { Injection } from './injection.tsx';
import { type InjectionRecord, programSessionOf, redactedIn } from './program-session.ts';

const PAGE = 100;
const MAX_INJECTIONS = 1000;

export function Session({ sessionId }: { readonly sessionId: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [after, setAfter] = useState(0);
  const asked = useAsked(
    async (memory) => {
      const [page, injections] = await Promise.all([
        memory.sessions.turns({ sessionId, after, limit: PAGE }),
        memory.perform('sessions.injections', { sessionId, limit: MAX_INJECTIONS }),
      ]);
      return { page, injections };
    },
    [sessionId, after],
  );
  const { program, name } = programSessionOf(sessionId, undefined) ?? { program: 'a program', name: sessionId };
  return (
    <section class="card programs" aria-labelledby="session">
      <div class="row head">
        <h2 id="session" ref={heading} tabIndex={-1}>
          {program} <bdi>{name}</bdi>
        </h2>
        <a href={hrefOf('programs')}>All sessions</a>
      </div>
      <Answer asked={asked} what="Session">
        {({ page, injections }) =>
          page.turns.length + injections.length === 0 ? (
            <Empty title="Nothing was captured or injected" />
          ) : (
            <SessionEvents page={page} injections={injections} onTurn={setAfter} />
          )
        }
      </Answer>
    </section>
  );
}

interface SessionEventsProps {
  readonly page: TurnPage;
  readonly injections: readonly InjectionRecord[];
  readonly onTurn: (after: number) => void;
}

function SessionEvents({ page, injections, onTurn }: SessionEventsProps) {
  const { turns, hasBefore, hasMore } = page;
  const shown = injectionsOf(page, injections);
  const rows = [
    ...turns.map((turn) => ({ at: turn.occurredAt, turn, injection: undefined })),
    ...shown.map((injection) => ({ at: injection.at, turn: undefined, injection })),
  ].toSorted((one, other) => +one.at - +other.at);
  return (
    <>
      <p class="soft">{summaryOf(page, shown)}</p>
      {hasBefore && (
        <button type="button" onClick={() => onTurn(Math.max(0, (turns[0]?.position ?? 1) - 1 - PAGE))}>
          Earlier turns
        </button>
      )}
      <ol>
        {rows.map(({ turn, injection }) =>
          turn === undefined ? (
            <Injection key={`${injection.event} ${+injection.at}`} injection={injection} />
          ) : (
            <Captured key={turn.id} turn={turn} />
          ),
        )}
      </ol>
      {hasMore && (
        <button type="button" onClick={() => onTurn(turns.at(-1)?.position ?? 0)}>
          Later turns
        </button>
      )}
    </>
  );
}

/** The injections between the turns of the page. */
function injectionsOf({ turns, hasBefore, hasMore }: TurnPage, injections: readonly InjectionRecord[]) {
  const [from, to] = [turns[0]?.occurredAt, turns.at(-1)?.occurredAt];
  return injections.filter(({ at }) => (!hasBefore || !from || at >= from) && (!hasMore || !to || at < to));
}

function summaryOf({ turns, hasBefore, hasMore }: TurnPage, injections: readonly InjectionRecord[]): string {
  const of = (role: string) => turns.filter((turn) => turn.role === role).length;
  const redacted = turns.reduce((sum, turn) => sum + redactedIn(turn).length, 0);
  const given = injections.filter(({ isInjected }) => isInjected).length;
  const captured = [
    counted(of('user'), 'prompt', 'prompts'),
    counted(of('assistant'), 'answer', 'answers'),
    counted(of('tool'), 'tool call', 'tool calls'),
  ];
  return [
    `Captured${hasBefore || hasMore ? ' on this page' : ''}: ${captured.join(', ')}.`,
    `Injected: ${given}; silent: ${injections.length - given}.`,
    `Kept out: ${counted(redacted, 'secret', 'secrets')}.`,
  ].join(' ');
}

function Captured({ turn }: { readonly turn: StoredEpisode }) {
  const { role, occurredAt, content, metadata } = turn;
  const redacted = redactedIn(turn);
  const branch = metadata['branch'];
  return (
    <li class={`turn of-${role}`}>
      <div class="row who">
        <strong>{role === 'tool' ? <bdi>{metadata.tool ?? 'tool'}</bdi> : role}</strong>
        {metadata.success === false && <Tag word="failed" kind="warn" />}
        {typeof branch === 'string' && (
          <span class="soft">
            on <bdi>{branch}</bdi>
          </span>
        )}
        <span class="soft">
          <When at={occurredAt} />
        </span>
        {redacted.length > 0 && <Tag word={`kept out: ${redacted.join(', ')}`} kind="warn" />}
      </div>
      <PlainText text={content} />
    </li>
  );
}
