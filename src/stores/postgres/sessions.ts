import {
  type Changes,
  MAX_LISTED,
  type Note,
  type OwnerPage,
  type PendingQuery,
  type PendingSession,
  type Progress,
  type SessionPage,
  type SessionSummary,
  type StepPage,
  type TakenStep,
} from '../../contracts/store.ts';
import type { Owner } from '../../model/scope.ts';
import { assertExpectedNotes, progressConflict } from '../store-rules.ts';
import { type Connection, type OwnerKey, ownedBy } from './connection.ts';
import { joined, NOTHING, raw, type Sql, sql } from './sql.ts';
import { insertRows, type Writing } from './writing.ts';

interface TallyRow {
  readonly session: string;
  readonly key: number;
  episodes: number;
  first_at: number | null;
  last_at: number | null;
}

/** Assigns positions to new episodes and updates the counts of their sessions, within one write. */
export class SessionTally {
  readonly #writing: Writing;
  readonly #sessions: Map<string, TallyRow>;

  private constructor(writing: Writing, rows: readonly TallyRow[]) {
    this.#writing = writing;
    this.#sessions = new Map(rows.map((row) => [row.session, row]));
  }

  static async load(writing: Writing, sessions: ReadonlySet<string>): Promise<SessionTally> {
    const rows = await writing.connection.all<TallyRow>(
      sql`select s.session, s.key, s.episodes, s.first_at, s.last_at from sessions s
          where ${ownedBy(writing.owner, 's')} and s.session = any(${[...sessions]})`,
    );
    return new SessionTally(writing, rows);
  }

  nextPosition(session: string, occurredAt: number): number {
    const known = this.#sessions.get(session);
    const tally = known ?? { session, key: this.#writing.nextKey(), episodes: 0, first_at: null, last_at: null };
    this.#sessions.set(session, tally);
    tally.episodes += 1;
    tally.first_at = Math.min(tally.first_at ?? occurredAt, occurredAt);
    tally.last_at = Math.max(tally.last_at ?? occurredAt, occurredAt);
    return tally.episodes;
  }

  save(): Promise<void> {
    return insertRows(this.#writing, 'sessions', [...this.#sessions.values()], { key: 'session' });
  }
}

export const endSession = (writing: Writing, session: string, at: Date): Promise<number> =>
  writing.connection.run(
    sql`insert into sessions (tenant, owner, session, key, episodes, ended_at)
        values (${writing.owner.tenant}, ${writing.owner.owner}, ${session}, ${writing.nextKey()}, 0, ${at.getTime()})
        on conflict (tenant, owner, session) do update set ended_at = excluded.ended_at`,
  );

export async function advanceProgress(writing: Writing, progress: Progress, at: Date): Promise<void> {
  const { connection, owner } = writing;
  const { component, sessionId, from, through } = progress;
  const stored = await connection.get<{ through: number }>(
    sql`select p.through from progress p
        where ${ownedBy(owner, 'p')} and p.component = ${component} and p.session = ${sessionId}`,
  );
  if ((stored?.through ?? 0) !== from) throw progressConflict(progress, stored?.through ?? 0);
  const step = { component, session: sessionId, through };
  await insertRows(writing, 'progress', [step], { key: 'component, session' });
  await insertRows(writing, 'progress_steps', [
    { ...step, key: writing.nextKey(), from_position: from, at: at.getTime() },
  ]);
}

export function listOwners(connection: Connection, page: OwnerPage): Promise<Owner[]> {
  const { tenantId, userId, after, limit = MAX_LISTED } = page;
  const conditions = [raw('true')];
  if (tenantId !== undefined) conditions.push(sql`o.tenant = ${tenantId}`);
  if (userId !== undefined) conditions.push(sql`o.user_id = ${userId}`);
  if (after)
    conditions.push(sql`(o.tenant, o.user_id, o.agent) > (${after.tenantId}, ${after.userId}, ${after.agentId})`);
  return connection.all<Owner>(
    sql`select o.tenant as "tenantId", o.user_id as "userId", o.agent as "agentId" from owners o
        where ${joined(conditions, ' and ')} order by o.tenant, o.user_id, o.agent limit ${Math.max(0, limit)}`,
  );
}

export async function progressSteps(
  connection: Connection,
  owner: OwnerKey,
  { isLatestFirst = false, after, limit = MAX_LISTED }: StepPage,
): Promise<TakenStep[]> {
  const rest = after === undefined ? NOTHING : sql`and p.key ${raw(isLatestFirst ? '<' : '>')} ${after}`;
  const rows = await connection.all<Omit<TakenStep, 'at'> & { at: number }>(
    sql`select p.key as number, p.component, p.session as "sessionId", p.from_position as "from", p.through, p.at
        from progress_steps p where ${ownedBy(owner, 'p')} ${rest}
        order by p.key ${raw(isLatestFirst ? 'desc' : '')} limit ${Math.max(0, limit)}`,
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

interface SessionRow {
  readonly session: string;
  readonly episodes: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  readonly endedAt: number | null;
}

const allSessions = (owner: OwnerKey): Sql =>
  sql`select s.session, s.first_at as "firstAt", s.last_at as "lastAt", s.ended_at as "endedAt"
      from sessions s where ${ownedBy(owner, 's')}`;

const seenSessions = (owner: OwnerKey, { projectId }: { readonly projectId?: string }): Sql =>
  sql`select s.session, e."firstAt", e."lastAt", s.ended_at as "endedAt", e.episodes
      from (select e.session, min(e.occurred_at) as "firstAt", max(e.occurred_at) as "lastAt", count(*) as episodes
            from episodes e where ${ownedBy(owner, 'e')} and e.hidden = 0
            ${projectId === undefined ? NOTHING : sql`and e.project = ${projectId}`} group by e.session) e
      join sessions s on s.session = e.session where ${ownedBy(owner, 's')}`;

const SORT_KEY = raw(`coalesce("firstAt", ${Number.MAX_SAFE_INTEGER}), session`);

export async function listSessions(
  connection: Connection,
  owner: OwnerKey,
  { seen, sessionId, after, limit = MAX_LISTED }: SessionPage,
): Promise<SessionSummary[]> {
  const counted =
    seen === undefined
      ? sql`(select count(*) from episodes e where ${ownedBy(owner, 'e')} and e.session = p.session) as episodes`
      : raw('p.episodes');
  const rest =
    after === undefined
      ? NOTHING
      : sql`and (${SORT_KEY}) > (${after.firstAt?.getTime() ?? Number.MAX_SAFE_INTEGER}, ${after.sessionId})`;
  const rows = await connection.all<SessionRow>(
    sql`with listed as (${seen === undefined ? allSessions(owner) : seenSessions(owner, seen)})
        select p.session, p."firstAt", p."lastAt", p."endedAt", ${counted} from (
          select * from listed where true ${sessionId === undefined ? NOTHING : sql`and session = ${sessionId}`}
          ${rest} order by ${SORT_KEY} limit ${Math.max(0, limit)}) p
        order by ${SORT_KEY}`,
  );
  return rows.map(({ session, episodes, firstAt, lastAt, endedAt }) => ({
    sessionId: session,
    episodes,
    ...(firstAt !== null && { firstAt: new Date(firstAt) }),
    ...(lastAt !== null && { lastAt: new Date(lastAt) }),
    ...(endedAt !== null && { endedAt: new Date(endedAt) }),
  }));
}

/** A session is pending up to its first episode after `until`. */
export async function pendingSessions(
  connection: Connection,
  owner: OwnerKey,
  { component, until, sessionId }: PendingQuery,
): Promise<PendingSession[]> {
  const later =
    until === undefined
      ? sql`s.episodes`
      : sql`case when s.last_at <= ${until.getTime()} then s.episodes else coalesce((
          select e.position from episodes e where ${ownedBy(owner, 'e')} and e.session = s.session
          and e.occurred_at > ${until.getTime()} order by e.position limit 1), 1) - 1 end`;
  return connection
    .all<PendingSession>(
      sql`select * from (
          select s.session as "sessionId", coalesce(p.through, 0) as "from", ${later} as through, s.first_at, s.key
          from sessions s left join progress p
            on p.tenant = s.tenant and p.owner = s.owner and p.component = ${component} and p.session = s.session
          where ${ownedBy(owner, 's')} ${sessionId === undefined ? NOTHING : sql`and s.session = ${sessionId}`}
            and s.episodes > coalesce(p.through, 0)) pending
        where through > "from" order by first_at, key`,
    )
    .then((rows) => rows.map(({ sessionId, from, through }) => ({ sessionId, from, through })));
}

export async function expectNotes({ connection, owner }: Writing, changes: Changes): Promise<void> {
  const names = (changes.notes ?? []).filter((note) => 'was' in note).map(({ name }) => name);
  const stored = new Map<string, Note | undefined>();
  for (const name of names) stored.set(name, await noteOf(connection, owner, name));
  assertExpectedNotes(changes, (name) => stored.get(name));
}

export async function writeNote(writing: Writing, name: string, value: Note | undefined): Promise<void> {
  if (value !== undefined)
    return insertRows(writing, 'notes', [{ name, value: JSON.stringify(value) }], { key: 'name' });
  const { connection, owner } = writing;
  await connection.run(sql`delete from notes n where ${ownedBy(owner, 'n')} and n.name = ${name}`);
}

export async function listNotes(connection: Connection, owner: OwnerKey): Promise<{ name: string; value: Note }[]> {
  const rows = await connection.all<{ name: string; value: string }>(
    sql`select n.name, n.value from notes n where ${ownedBy(owner, 'n')} order by n.name`,
  );
  return rows.map(({ name, value }) => ({ name, value: JSON.parse(value) }));
}

export async function noteOf(connection: Connection, owner: OwnerKey, name: string): Promise<Note | undefined> {
  const row = await connection.get<{ value: string }>(
    sql`select n.value from notes n where ${ownedBy(owner, 'n')} and n.name = ${name}`,
  );
  return row && JSON.parse(row.value);
}
