import type { EpisodeQuery } from '../../contracts/store.ts';
import type { Episode, StoredEpisode } from '../../model/episode.ts';
import type { Owner } from '../../model/scope.ts';
import { episodeTypes, roles } from '../shared/codes.ts';
import { definedFields } from '../store-rules.ts';
import type { Connection } from './connection.ts';
import type { SqlValue } from './driver.ts';
import { SessionTally } from './sessions.ts';

interface EpisodeRow {
  readonly id: string;
  readonly session: number;
  readonly position: number;
  readonly type: number;
  readonly role: number;
  readonly speaker: number | null;
  readonly project: number | null;
  readonly importance: number;
  readonly occurred_at: number;
  readonly metadata: string | null;
  readonly content: string;
  readonly hidden: number;
}

export function* insertEpisodes(connection: Connection, owner: number, episodes: readonly Episode[]): Generator {
  const { names } = connection;
  const tally = new SessionTally(connection, owner);
  const storedIds = findStoredIds(connection, owner, episodes);
  for (const episode of episodes) {
    if (storedIds.has(episode.id)) continue;
    storedIds.add(episode.id);
    const session = names.key(owner, episode.sessionId);
    const occurredAt = episode.occurredAt.getTime();
    const metadata = JSON.stringify(episode.metadata);
    connection.run(
      `insert into episodes
       (owner, id, session, position, type, role, speaker, project, importance, occurred_at, metadata, content)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      owner,
      episode.id,
      session,
      tally.nextPosition(session, occurredAt),
      episodeTypes.code[episode.type],
      roles.code[episode.role],
      names.optionalKey(owner, episode.speaker),
      names.optionalKey(owner, episode.projectId),
      episode.importance,
      occurredAt,
      metadata === '{}' ? null : metadata,
      episode.content,
    );
    yield;
  }
  tally.save();
}

export function redateEpisodes(connection: Connection, owner: number, until: Date): void {
  const at = until.getTime();
  connection.run('update episodes set occurred_at = ? where owner = ? and occurred_at > ?', at, owner, at);
  connection.run(
    'update sessions set first_at = min(first_at, ?), last_at = ? where owner = ? and last_at > ?',
    ...[at, at, owner, at],
  );
}

function findStoredIds(connection: Connection, owner: number, episodes: readonly Episode[]): Set<string> {
  const sql = 'select e.id from json_each(?) j cross join episodes e on e.owner = ? and e.id = j.value';
  return new Set(connection.column<string>(sql, JSON.stringify(episodes.map(({ id }) => id)), owner));
}

export function getEpisodes(
  connection: Connection,
  owner: number,
  scope: Owner,
  ids: readonly string[],
  withHidden = false,
) {
  const rows = connection.all<EpisodeRow>(
    `select e.* from json_each(?) j cross join episodes e on e.owner = ? and e.id = j.value
     ${withHidden ? '' : 'where e.hidden = 0'} order by j.key`,
    ...[JSON.stringify(ids), owner],
  );
  return rows.map((row) => decode(connection, scope, row));
}

export function listEpisodes(connection: Connection, owner: number, scope: Owner, query: EpisodeQuery) {
  const conditions = ['owner = ?'];
  const values: SqlValue[] = [owner];
  const isBackwards = query.sessionId === undefined || query.beforePosition !== undefined;
  if (query.sessionId !== undefined) {
    conditions.push('session = ?', isBackwards ? 'position < ?' : 'position > ?');
    values.push(connection.names.find(owner, query.sessionId) ?? 0, query.beforePosition ?? query.afterPosition ?? 0);
  }
  if (query.projectId !== undefined) {
    conditions.push('project = ?');
    values.push(connection.names.find(owner, query.projectId) ?? 0);
  }
  if (query.since !== undefined) {
    conditions.push('occurred_at >= ?');
    values.push(query.since.getTime());
  }
  if (query.until !== undefined) {
    conditions.push('occurred_at <= ?');
    values.push(query.until.getTime());
  }
  if (query.withHidden !== true) conditions.push('hidden = 0');
  const inSession = query.sessionId !== undefined;
  const index = inSession ? 'episodes_by_position' : 'episodes_by_time';
  const order = inSession ? `position ${isBackwards ? 'desc' : 'asc'}` : 'occurred_at desc, key desc';
  const rows = connection.all<EpisodeRow>(
    `select * from episodes indexed by ${index} where ${conditions.join(' and ')} order by ${order} limit ?`,
    ...[...values, Math.max(0, query.limit)],
  );
  const oldestFirst = isBackwards ? rows.reverse() : rows;
  return oldestFirst.map((row) => decode(connection, scope, row));
}

export function hideTurns(connection: Connection, owner: number, ids: readonly string[], by: 1 | -1): void {
  const sql =
    'update episodes set hidden = max(0, hidden + ?) where owner = ? and id in (select value from json_each(?))';
  if (ids.length > 0) connection.run(sql, by, owner, JSON.stringify(ids));
}

function decode({ names }: Connection, scope: Owner, row: EpisodeRow): StoredEpisode {
  return definedFields({
    tenantId: scope.tenantId,
    userId: scope.userId,
    agentId: scope.agentId,
    projectId: names.optionalName(row.project),
    sessionId: names.name(row.session),
    id: row.id,
    position: row.position,
    type: episodeTypes.word(row.type),
    role: roles.word(row.role),
    speaker: names.optionalName(row.speaker),
    importance: row.importance,
    occurredAt: new Date(row.occurred_at),
    metadata: row.metadata === null ? {} : JSON.parse(row.metadata),
    content: row.content,
    ...(row.hidden > 0 && { hiddenBy: row.hidden }),
  });
}
