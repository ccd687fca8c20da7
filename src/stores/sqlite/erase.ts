import type { Erased, Erasure } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import { hidesTurns } from '../../model/version.ts';
import { linkTypes, statuses } from '../shared/codes.ts';
import { decodeDetails, parseCause } from '../shared/memory-columns.ts';
import { NOTHING_ERASED } from '../store-rules.ts';
import type { Connection } from './connection.ts';
import { hideTurns } from './episodes.ts';
import type { MemoryRow } from './memory-rows.ts';
import { TextIndexWriter } from './text.ts';
import { VectorWriter } from './vectors.ts';

/** Call it inside a transaction. */
export function* erase(
  connection: Connection,
  owner: number,
  { memoryIds, episodeIds, again = [] }: Erasure,
): Generator<unknown, Erased> {
  const texts = new TextIndexWriter(connection, owner);
  const vectors = new VectorWriter(connection, owner);
  const erased = { ...NOTHING_ERASED };
  const entities = new Set<string>();
  for (const id of new Set(memoryIds)) {
    yield;
    const row = connection.get<MemoryRow>('select * from memories where owner = ? and id = ?', owner, id);
    if (row === undefined) continue;
    const { key } = row;
    const past = connection.all<{ details: string; vector: number }>(
      'select details, vector is not null as vector from memory_versions where key = ?',
      key,
    );
    const mentioned = [row, ...past].flatMap(({ details }) => decodeDetails(details, new Date(0)).entityIds);
    for (const entity of mentioned) entities.add(entity);
    if (row.status !== statuses.code.forgotten) texts.remove(key, row.terms);
    if (hidesTurns({ status: statuses.word(row.status) }, parseCause(row)))
      hideTurns(connection, owner, decodeDetails(row.details, new Date(0)).provenance.episodeIds, -1);
    if (vectors.remove(key) !== undefined) erased.vectors += 1;
    erased.vectors += past.filter(({ vector }) => vector === 1).length;
    erased.versions += connection.run('delete from memory_versions where key = ?', key).changes;
    for (const entity of new Set(mentioned)) {
      const sql = 'delete from mentions where owner = ? and entity = ? and created_at = ? and memory = ?';
      connection.run(sql, owner, entity, row.created_at, key);
      connection.run('delete from past_mentions where owner = ? and entity = ? and memory = ?', owner, entity, key);
    }
    clearSuccessor(connection, owner, row);
    erased.links += connection.run('delete from links where owner = ? and from_memory = ?', owner, key).changes;
    erased.links += connection.run('delete from links where owner = ? and to_memory = ?', owner, key).changes;
    const relationshipsSql =
      'delete from relationships where owner = ? and memory = ? returning from_id as fromId, to_id as toId';
    for (const { fromId, toId } of connection.all<{ fromId: string; toId: string }>(relationshipsSql, owner, id)) {
      entities.add(fromId).add(toId);
      erased.relationships += 1;
    }
    // Profiles, documents and instructions count the versions of a memory under its own id.
    eraseProgress(connection, owner, id);
    erased.memories += connection.run('delete from memories where key = ?', key).changes;
  }
  texts.save();
  vectors.save();
  for (const entity of entities) {
    yield;
    erased.entities += eraseIfUnmentioned(connection, owner, entity);
  }
  const sessions = new Set<number>();
  for (const id of new Set(episodeIds)) {
    yield;
    const sql = 'delete from episodes where owner = ? and id = ? returning session';
    const erasedEpisode = connection.get<{ session: number }>(sql, owner, id);
    if (erasedEpisode === undefined) continue;
    sessions.add(erasedEpisode.session);
    erased.episodes += 1;
  }
  for (const session of sessions) yield shortenSession(connection, owner, session);
  for (const { component, sessionId } of again) eraseProgress(connection, owner, sessionId, component);
  connection.names.clearCache();
  return erased;
}

function clearSuccessor(connection: Connection, owner: number, { key, id }: MemoryRow): void {
  const supersededKeys = connection.column<number>(
    'select to_memory from links where owner = ? and from_memory = ? and type = ?',
    ...[owner, key, linkTypes.code.supersedes],
  );
  for (const old of supersededKeys)
    for (const table of ['memories', 'memory_versions'])
      connection.run(
        `update ${table} set superseded_by = nullif(superseded_by, ?),
         cause = iif(cause ->> 'by' = ?, json_remove(cause, '$.by'), cause) where key = ?`,
        ...[id, id, old],
      );
}

function eraseProgress(connection: Connection, owner: number, sessionId: string, component?: string): void {
  const session = connection.names.find(owner, sessionId) ?? 0;
  const only = component === undefined ? null : (connection.names.find(owner, component) ?? 0);
  for (const table of ['progress', 'progress_steps'])
    connection.run(
      `delete from ${table} where owner = ? and session = ? and component = coalesce(?, component)`,
      ...[owner, session, only],
    );
}

function eraseIfUnmentioned(connection: Connection, owner: number, entity: string): number {
  const isNeeded = connection.get(
    `select 1 where exists (select 1 from mentions where owner = ? and entity = ?)
     or exists (select 1 from past_mentions where owner = ? and entity = ?)
     or exists (select 1 from relationships where owner = ? and from_id = ?)
     or exists (select 1 from relationships where owner = ? and to_id = ?)`,
    ...[owner, entity, owner, entity, owner, entity, owner, entity],
  );
  if (isNeeded !== undefined) return 0;
  connection.run('delete from aliases where owner = ? and entity = ?', owner, entity);
  return connection.run('delete from entities where owner = ? and id = ?', owner, entity).changes;
}

/** Positions are kept, so that the next episode has a new one; a session without episodes is removed. */
function shortenSession(connection: Connection, owner: number, session: number): void {
  const left = connection.get<{ first: number | null; last: number | null }>(
    'select min(occurred_at) as first, max(occurred_at) as last from episodes where owner = ? and session = ?',
    ...[owner, session],
  );
  if (left?.first != null) {
    const sql = 'update sessions set first_at = ?, last_at = ? where owner = ? and session = ?';
    connection.run(sql, left.first, left.last, owner, session);
    return;
  }
  for (const table of ['sessions', 'progress', 'progress_steps'])
    connection.run(`delete from ${table} where owner = ? and session = ?`, owner, session);
}

/** Removes the rest of an owner without memories and episodes; refuses while some are left, as nobody could reach them any more. */
export function* eraseOwner(connection: Connection, owner: number): Generator<unknown, void> {
  const left = connection.get<{ id: string }>(
    'select id from memories where owner = ? union all select id from episodes where owner = ? limit 1',
    ...[owner, owner],
  );
  if (left !== undefined)
    throw new SouvenirError('conflict', `${left.id} of this owner is still there.`, { advice: 'Erase it first.' });
  connection.run('delete from vector_chunks where space in (select key from vector_spaces where owner = ?)', owner);
  for (const table of [
    ...['aliases', 'entities', 'mentions', 'past_mentions', 'relationships', 'links', 'notes'],
    ...['progress', 'progress_steps', 'sessions', 'names'],
  ])
    yield connection.run(`delete from ${table} where owner = ?`, owner);
  // The number is never reused: caches of other processes refer to it.
  connection.run("update owners set tenant = '', user = '', agent = key where key = ?", owner);
  connection.names.clearCache();
}
