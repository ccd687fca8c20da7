import {
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
import { progressConflict } from '../store-rules.ts';
import type { Connection } from './connection.ts';
import type { SqlValue } from './driver.ts';

export class SessionTally {
  readonly #connection: Connection;
  readonly #owner: number;
  readonly #sessions = new Map<number, { episodes: number; firstAt: number; lastAt: number }>();

  constructor(connection: Connection, owner: number) {
    this.#connection = connection;
    this.#owner = owner;
  }

  nextPosition(session: number, occurredAt: number): number {
    const tally = this.#sessions.get(session) ?? this.#load(session, occurredAt);
    tally.episodes += 1;
    tally.firstAt = Math.min(tally.firstAt, occurredAt);
    tally.lastAt = Math.max(tally.lastAt, occurredAt);
    return tally.episodes;
  }

  save(): void {
    for (const [session, { episodes, firstAt, lastAt }] of this.#sessions) {
      this.#connection.run(
        `insert into sessions (owner, session, episodes, first_at, last_at) values (?, ?, ?, ?, ?)
         on conflict do update set episodes = excluded.episodes, first_at = excluded.first_at, last_at = excluded.last_at`,
        ...[this.#owner, session, episodes, firstAt, lastAt],
      );
    }
  }

  #load(session: number, occurredAt: number): { episodes: number; firstAt: number; lastAt: number } {
    const row = this.#connection.get<{ episodes: number; firstAt: number | null; lastAt: number | null }>(
      'select episodes, first_at as firstAt, last_at as lastAt from sessions where owner = ? and session = ?',
      ...[this.#owner, session],
    );
    const tally = {
      episodes: row?.episodes ?? 0,
      firstAt: row?.firstAt ?? occurredAt,
      lastAt: row?.lastAt ?? occurredAt,
    };
    this.#sessions.set(session, tally);
    return tally;
  }
}

export function endSession(connection: Connection, owner: number, sessionId: string, at: Date): void {
  connection.run(
    `insert into sessions (owner, session, episodes, ended_at) values (?, ?, 0, ?)
     on conflict do update set ended_at = excluded.ended_at`,
    ...[owner, connection.names.key(owner, sessionId), at.getTime()],
  );
}

export function advanceProgress(connection: Connection, owner: number, progress: Progress, at: Date): void {
  const key = [
    owner,
    connection.names.key(owner, progress.component),
    connection.names.key(owner, progress.sessionId),
  ] as const;
  const sql = 'select through from progress where owner = ? and component = ? and session = ?';
  const through = connection.get<{ through: number }>(sql, ...key)?.through ?? 0;
  if (through !== progress.from) throw progressConflict(progress, through);
  connection.run('insert or replace into progress values (?, ?, ?, ?)', ...key, progress.through);
  connection.run(
    `insert into progress_steps (owner, component, session, from_position, through, at) values (?, ?, ?, ?, ?, ?)`,
    ...[...key, progress.from, progress.through, at.getTime()],
  );
}

export function listOwners(connection: Connection, page: OwnerPage): Owner[] {
  const { tenantId, userId, after, limit = MAX_LISTED } = page;
  const conditions: [string, ...SqlValue[]][] = [["tenant <> ''"]];
  if (tenantId !== undefined) conditions.push(['tenant = ?', tenantId]);
  if (userId !== undefined) conditions.push(['user = ?', userId]);
  if (after) conditions.push(['(tenant, user, agent) > (?, ?, ?)', after.tenantId, after.userId, after.agentId]);
  return connection.all<Owner>(
    `select tenant as tenantId, user as userId, agent as agentId from owners
     where ${conditions.map(([sql]) => sql).join(' and ')} order by tenant, user, agent limit ?`,
    ...[...conditions.flatMap(([, ...values]) => values), Math.max(0, limit)],
  );
}

export function progressSteps(connection: Connection, owner: number, page: StepPage): TakenStep[] {
  const { isLatestFirst = false, after, limit = MAX_LISTED } = page;
  const rest = after === undefined ? '' : `and key ${isLatestFirst ? '<' : '>'} ?`;
  const rows = connection.all<Record<'number' | 'component' | 'session' | 'from' | 'through' | 'at', number>>(
    `select key as number, component, session, from_position as "from", through, at from progress_steps
     where owner = ? ${rest} order by key ${isLatestFirst ? 'desc' : ''} limit ?`,
    ...[owner, ...(after === undefined ? [] : [after]), Math.max(0, limit)],
  );
  return rows.map(({ component, session, at, ...step }) => ({
    ...step,
    component: connection.names.name(component),
    sessionId: connection.names.name(session),
    at: new Date(at),
  }));
}

interface SessionRow {
  readonly session: number;
  readonly episodes: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  readonly endedAt: number | null;
}

const ALL_SESSIONS = `select session, first_at as firstAt, last_at as lastAt, ended_at as endedAt from sessions where owner = ?`;

const seenSessions = (
  ofProject: string,
): string => `select s.session, e.firstAt, e.lastAt, s.ended_at as endedAt, e.episodes
  from (select session, min(occurred_at) as firstAt, max(occurred_at) as lastAt, count(*) as episodes from episodes
        where owner = ? and hidden = 0 ${ofProject} group by session) e
  cross join sessions s on s.owner = ? and s.session = e.session`;

const SORT_KEY = `coalesce(firstAt, ${Number.MAX_SAFE_INTEGER}), (select name from names where key = session)`;

export function listSessions(connection: Connection, owner: number, page: SessionPage): SessionSummary[] {
  const { seen, sessionId, after, limit = MAX_LISTED } = page;
  const project = seen?.projectId === undefined ? [] : [connection.names.find(owner, seen.projectId) ?? 0];
  const sessions = seen === undefined ? ALL_SESSIONS : seenSessions(project.length === 0 ? '' : 'and project = ?');
  const values: SqlValue[] = seen === undefined ? [owner] : [owner, ...project, owner];
  const counted =
    seen === undefined
      ? '(select count(*) from episodes e where e.owner = ? and e.session = p.session) as episodes'
      : 'p.episodes';
  const only = sessionId === undefined ? [] : [connection.names.find(owner, sessionId) ?? 0];
  const last = after === undefined ? [] : [after.firstAt?.getTime() ?? Number.MAX_SAFE_INTEGER, after.sessionId];
  const rows = connection.all<SessionRow>(
    `with listed as (${sessions})
     select p.session, p.firstAt, p.lastAt, p.endedAt, ${counted} from (
       select * from listed where true ${only.length > 0 ? 'and session = ?' : ''}
       ${last.length > 0 ? `and (${SORT_KEY}) > (?, ?)` : ''}
       order by ${SORT_KEY} limit ?) p order by ${SORT_KEY}`,
    ...[...values, ...(seen === undefined ? [owner] : []), ...only, ...last, Math.max(0, limit)],
  );
  return rows.map(({ session, episodes, firstAt, lastAt, endedAt }) => ({
    sessionId: connection.names.name(session),
    episodes,
    ...(firstAt !== null && { firstAt: new Date(firstAt) }),
    ...(lastAt !== null && { lastAt: new Date(lastAt) }),
    ...(endedAt !== null && { endedAt: new Date(endedAt) }),
  }));
}

export function pendingSessions(connection: Connection, owner: number, query: PendingQuery): PendingSession[] {
  const component = connection.names.find(owner, query.component) ?? 0;
  const only = query.sessionId === undefined ? undefined : (connection.names.find(owner, query.sessionId) ?? 0);
  const until = query.until?.getTime() ?? Number.POSITIVE_INFINITY;
  const values: SqlValue[] = [component, owner, ...(only === undefined ? [] : [only])];
  const rows = connection.all<{ session: number; from: number; episodes: number; lastAt: number }>(
    `select s.session, s.episodes, s.last_at as lastAt, coalesce(p.through, 0) as "from"
     from sessions s left join progress p on p.owner = s.owner and p.component = ? and p.session = s.session
     where s.owner = ? and s.episodes > coalesce(p.through, 0) ${only === undefined ? '' : 'and s.session = ?'}
     order by s.first_at, s.session`,
    ...values,
  );
  return rows.flatMap(({ session, from, episodes, lastAt }) => {
    const through = lastAt <= until ? episodes : positionBefore(connection, owner, session, until);
    return through > from ? [{ sessionId: connection.names.name(session), from, through }] : [];
  });
}

function positionBefore(connection: Connection, owner: number, session: number, until: number): number {
  const later = connection.get<{ position: number }>(
    `select position from episodes indexed by episodes_by_position
     where owner = ? and session = ? and occurred_at > ? order by position limit 1`,
    ...[owner, session, until],
  );
  return (later?.position ?? 1) - 1;
}

export function writeNote(connection: Connection, owner: number, name: string, value: Note | undefined): void {
  if (value === undefined) connection.run('delete from notes where owner = ? and name = ?', owner, name);
  else connection.run('insert or replace into notes values (?, ?, ?)', owner, name, JSON.stringify(value));
}

export function listNotes(connection: Connection, owner: number): { name: string; value: Note }[] {
  const sql = 'select name, value from notes where owner = ? order by name';
  return connection
    .all<{ name: string; value: string }>(sql, owner)
    .map(({ name, value }) => ({ name, value: JSON.parse(value) }));
}

export function noteOf(connection: Connection, owner: number, name: string): Note | undefined {
  const sql = 'select value from notes where owner = ? and name = ?';
  const row = connection.get<{ value: string }>(sql, owner, name);
  return row && JSON.parse(row.value);
}
