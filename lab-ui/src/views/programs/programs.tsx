import type { SessionSummary } from '../../../../src/contracts/store.ts';
import { counted } from '../../parts/numbers.ts';
import { Answer, Empty } from '../../parts/states.tsx';
import { Tag, When } from '../../parts/text.tsx';
import { useFirst } from '../../parts/use-first.tsx';
import { hrefOf, route } from '../../route.ts';
import { useAsked } from '../../use-asked.ts';
import { countsOf, type InjectionRecord, type ProgramSession, programSessionOf } from './program-session.ts';
import { Session } from './session.tsx';
import './programs.css';

/** `#/programs/SESSION`: one session; without it, all. */
export function ProgramsView() {
  const { item } = route.value;
  return item === undefined ? <Sessions /> : <Session key={item} sessionId={item} />;
}

const ALL_INJECTIONS = 1000;

function Sessions() {
  const asked = useAsked(async (memory) => {
    const [sessions, injections] = await Promise.all([
      memory.sessions.list(),
      memory.perform('sessions.injections', { limit: ALL_INJECTIONS }),
    ]);
    return { sessions: sessionsOf(sessions, injections), injections };
  }, []);
  return (
    <Answer asked={asked} what="Sessions">
      {({ sessions, injections }) =>
        sessions.length === 0 ? <EmptyState /> : <List sessions={sessions} injections={injections} />
      }
    </Answer>
  );
}

const EmptyState = () => (
  <Empty title="No sessions of coding agents yet">
    <p>
      <code>souvenir connect</code> has a coding agent remember its sessions here; <code>souvenir import --from</code>{' '}
      brings earlier ones.
    </p>
  </Empty>
);

/** Latest first. A session of which nothing was recorded may still have been given something. */
function sessionsOf(
  sessions: readonly SessionSummary[],
  injections: readonly InjectionRecord[],
): readonly ProgramSession[] {
  const recorded = sessions.flatMap((session) => programSessionOf(session.sessionId, session) ?? []);
  const known = new Set(recorded.map(({ sessionId }) => sessionId));
  const only = [...new Set(injections.map(({ sessionId }) => sessionId))].filter((id) => !known.has(id));
  const all = [...recorded, ...only.flatMap((id) => programSessionOf(id, undefined) ?? [])];
  const lastOf = ({ sessionId, lastAt }: ProgramSession) =>
    Math.max(+(lastAt ?? 0), ...injections.flatMap((each) => (each.sessionId === sessionId ? [+each.at] : [])));
  return all.toSorted((one, other) => lastOf(other) - lastOf(one));
}

interface ListProps {
  readonly sessions: readonly ProgramSession[];
  readonly injections: readonly InjectionRecord[];
}

function List({ sessions, injections }: ListProps) {
  const bySession = Map.groupBy(injections, ({ sessionId }) => sessionId);
  const { shown, more } = useFirst(sessions, 20);
  return (
    <section class="card programs" aria-label="Sessions of coding agents">
      <ul>
        {shown.map((session) => (
          <Row key={session.sessionId} session={session} injections={bySession.get(session.sessionId) ?? []} />
        ))}
      </ul>
      {more}
    </section>
  );
}

interface RowProps {
  readonly session: ProgramSession;
  readonly injections: readonly InjectionRecord[];
}

function Row({ session, injections }: RowProps) {
  const { sessionId, program, name, agent, episodes, firstAt } = session;
  const { given, silent } = countsOf(injections);
  const at = firstAt ?? injections.at(-1)?.at;
  return (
    <li>
      <div class="row">
        <Tag word={program} />
        <a href={hrefOf('programs', sessionId)}>
          <bdi>{name}</bdi>
        </a>
        {agent !== undefined && (
          <span class="soft">
            subagent <bdi>{agent}</bdi>
          </span>
        )}
        <Branch sessionId={sessionId} />
      </div>
      <span class="soft">
        {counted(episodes, 'turn', 'turns')} captured, {given} injected, {counted(silent, 'silence', 'silences')}
        {at !== undefined && (
          <>
            , <When at={at} />
          </>
        )}
      </span>
    </li>
  );
}

/** Of its first turn; a session may go on on another one. */
function Branch({ sessionId }: { readonly sessionId: string }) {
  const { value } = useAsked((memory) => memory.sessions.turns({ sessionId, limit: 1 }), [sessionId]);
  const branch = value?.turns[0]?.metadata['branch'];
  return typeof branch === 'string' ? (
    <span class="soft">
      on <bdi>{branch}</bdi>
    </span>
  ) : null;
}
