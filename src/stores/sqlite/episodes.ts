import type { EpisodeQuery } from '../../contracts/store.ts';
import type { Episode, StoredEpisode } from '../../model/episode.ts';
import type { Owner } from '../../model/scope.ts';
import { decodeEpisode, type EpisodeRow, episodeValues } from '../shared/episode-row.ts';
import type { Connection } from './connection.ts';
import type { SqlValue } from './driver.ts';
import { SessionTally } from './sessions.ts';

const decode = ({ names }: Connection, scope: Owner, row: EpisodeRow<number>): StoredEpisode =>
  decodeEpisode(scope, row, (key) => names.name(key));

export function* insertEpisodes(connection: Connection, owner: number, episodes: readonly Episode[]): Generator {
  const { names } = connection;
  const tally = new SessionTally(connection, owner);
  const storedIds = findStoredIds(connection, owner, episodes);
  for (const episode of episodes) {
    if (storedIds.has(episode.id)) continue;
    storedIds.add(episode.id);
    const session = names.key(owner, episode.sessionId);
    const { type, role, importance, occurred_at: at, metadata, content } = episodeValues(episode);
    connection.run(
      `insert into episodes
       (owner, id, session, position, type, role, speaker, project, importance, occurred_at, metadata, content)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[owner, episode.id, session, tally.nextPosition(session, at), type, role],
      ...[names.optionalKey(owner, episode.speaker), names.optionalKey(owner, episode.projectId)],
      ...[importance, at, metadata, content],
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
  const rows = connection.all<EpisodeRow<number>>(
    `select e.* from json_each(?) j cross join episodes e on e.owner = ? and e.id = j.value
     ${withHidden ? '' : 'where e.hidden = 0'} order by j.key`,
    ...[JSON.stringify(ids), owner],
  );
  return rows.map((row) => decode(connection, scope, row));
}

export function listEpisodes(connection: Connection, owner: number, scope: Owner, query: EpisodeQuery) {
  const { sessionId, projectId, afterPosition = 0, beforePosition, since, until, withHidden = false, limit } = query;
  const keyOf = (name: string) => connection.names.find(owner, name) ?? 0;
  const isBackwards = sessionId === undefined || beforePosition !== undefined;
  const conditions: [string, ...SqlValue[]][] = [['owner = ?', owner]];
  if (sessionId !== undefined)
    conditions.push(
      ['session = ?', keyOf(sessionId)],
      beforePosition === undefined ? ['position > ?', afterPosition] : ['position < ?', beforePosition],
    );
  if (projectId !== undefined) conditions.push(['project = ?', keyOf(projectId)]);
  if (since !== undefined) conditions.push(['occurred_at >= ?', since.getTime()]);
  if (until !== undefined) conditions.push(['occurred_at <= ?', until.getTime()]);
  if (!withHidden) conditions.push(['hidden = 0']);
  const index = sessionId === undefined ? 'episodes_by_time' : 'episodes_by_position';
  const inSession = isBackwards ? 'position desc' : 'position';
  const order = sessionId === undefined ? 'occurred_at desc, key desc' : inSession;
  const rows = connection.all<EpisodeRow<number>>(
    `select * from episodes indexed by ${index} where ${conditions.map(([sql]) => sql).join(' and ')} order by ${order} limit ?`,
    ...[...conditions.flatMap(([, ...values]) => values), Math.max(0, limit)],
  );
  const oldestFirst = isBackwards ? rows.reverse() : rows;
  return oldestFirst.map((row) => decode(connection, scope, row));
}

export function hideTurns(connection: Connection, owner: number, ids: readonly string[], by: 1 | -1): void {
  const sql =
    'update episodes set hidden = max(0, hidden + ?) where owner = ? and id in (select value from json_each(?))';
  if (ids.length > 0) connection.run(sql, by, owner, JSON.stringify(ids));
}
