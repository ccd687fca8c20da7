import type { EpisodeQuery } from '../../contracts/store.ts';
import type { Episode, StoredEpisode } from '../../model/episode.ts';
import type { Owner } from '../../model/scope.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import { decodeEpisode, type EpisodeRow, episodeValues } from '../shared/episode-row.ts';
import { type Connection, type OwnerKey, ownedBy } from './connection.ts';
import { idsInOrder } from './memories.ts';
import { SessionTally } from './sessions.ts';
import { joined, NOTHING, raw, sql } from './sql.ts';
import { insertRows, type Writing } from './writing.ts';

const decode = (scope: Owner, row: EpisodeRow<string>): StoredEpisode => decodeEpisode(scope, row, (name) => name);

export async function insertEpisodes(writing: Writing, episodes: readonly Episode[]): Promise<void> {
  if (episodes.length === 0) return;
  const { connection, owner } = writing;
  const ids = episodes.map(({ id }) => id);
  const storedIds = new Set(
    (
      await connection.all<{ id: string }>(
        sql`select e.id from episodes e where ${ownedBy(owner, 'e')} and e.id = any(${ids})`,
      )
    ).map(({ id }) => id),
  );
  const tally = await SessionTally.load(writing, new Set(episodes.map(({ sessionId }) => sessionId)));
  const rows: object[] = [];
  for (const episode of episodes) {
    if (storedIds.has(episode.id)) continue;
    await yieldToEventLoop();
    storedIds.add(episode.id);
    const values = episodeValues(episode);
    rows.push({
      key: writing.nextKey(),
      id: episode.id,
      session: episode.sessionId,
      position: tally.nextPosition(episode.sessionId, values.occurred_at),
      speaker: episode.speaker ?? null,
      project: episode.projectId ?? null,
      hidden: 0,
      ...values,
    });
  }
  await insertRows(writing, 'episodes', rows);
  await tally.save();
}

export async function redateEpisodes({ connection, owner }: Writing, until: Date): Promise<void> {
  const at = until.getTime();
  await connection.run(
    sql`update episodes e set occurred_at = ${at} where ${ownedBy(owner, 'e')} and e.occurred_at > ${at}`,
  );
  await connection.run(
    sql`update sessions s set first_at = least(s.first_at, ${at}), last_at = ${at}
        where ${ownedBy(owner, 's')} and s.last_at > ${at}`,
  );
}

export async function getEpisodes(
  connection: Connection,
  owner: OwnerKey,
  scope: Owner,
  ids: readonly string[],
  withHidden = false,
): Promise<StoredEpisode[]> {
  const rows = await connection.all<EpisodeRow<string>>(
    sql`select e.* from ${idsInOrder(ids)} join episodes e on e.id = j.id
        where ${ownedBy(owner, 'e')} ${withHidden ? NOTHING : raw('and e.hidden = 0')} order by j.place`,
  );
  return rows.map((row) => decode(scope, row));
}

export async function listEpisodes(
  connection: Connection,
  owner: OwnerKey,
  scope: Owner,
  query: EpisodeQuery,
): Promise<StoredEpisode[]> {
  const { sessionId, afterPosition = 0, beforePosition, projectId, since, until, withHidden = false, limit } = query;
  const isBackwards = sessionId === undefined || beforePosition !== undefined;
  const all = [ownedBy(owner, 'e')];
  if (sessionId !== undefined) all.push(sql`e.session = ${sessionId}`);
  if (sessionId !== undefined)
    all.push(isBackwards ? sql`e.position < ${beforePosition}` : sql`e.position > ${afterPosition}`);
  if (projectId !== undefined) all.push(sql`e.project = ${projectId}`);
  if (since !== undefined) all.push(sql`e.occurred_at >= ${since.getTime()}`);
  if (until !== undefined) all.push(sql`e.occurred_at <= ${until.getTime()}`);
  if (!withHidden) all.push(raw('e.hidden = 0'));
  const inSession = isBackwards ? raw('e.position desc') : raw('e.position');
  const order = sessionId === undefined ? raw('e.occurred_at desc, e.key desc') : inSession;
  const rows = await connection.all<EpisodeRow<string>>(
    sql`select e.* from episodes e where ${joined(all, ' and ')} order by ${order} limit ${Math.max(0, limit)}`,
  );
  const oldestFirst = isBackwards ? rows.reverse() : rows;
  return oldestFirst.map((row) => decode(scope, row));
}

export async function hideTurns({ connection, owner }: Writing, changes: ReadonlyMap<string, number>): Promise<void> {
  if (changes.size === 0) return;
  await connection.run(
    sql`update episodes e set hidden = greatest(0, e.hidden + h.by)
        from unnest(${[...changes.keys()]}::text[], ${[...changes.values()]}::int[]) h (id, by)
        where ${ownedBy(owner, 'e')} and e.id = h.id`,
  );
}
