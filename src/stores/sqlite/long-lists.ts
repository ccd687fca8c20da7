import type { MemoryFilter, MentionCount, MentionQuery, RankQuery } from '../../contracts/store.ts';
import { isNarrow } from '../store-rules.ts';
import type { Connection } from './connection.ts';
import type { SqlValue } from './driver.ts';
import { countRelationships } from './graph.ts';
import { findableCondition, hasIndex, type Ranked, rankedRows } from './memories.ts';
import { filterCondition, type States, statesOf } from './memory-rows.ts';

type OwnerRead = <Result>(read: (connection: Connection, owner: number) => Result) => Promise<Result | undefined>;

const SLICE_ROWS = 4000;
const ENTITIES_AT_ONCE = 20;

interface Slice {
  readonly from: string;
  readonly sql: string;
  readonly values: readonly SqlValue[];
  readonly states: States;
}

interface AgeCursor {
  readonly createdAt: number;
  readonly id: string;
}

/** All rows that a filter may concern; rows that are written meanwhile are in one slice or in none. */
async function* slicesOf(readOwner: OwnerRead, filter: MemoryFilter): AsyncGenerator<Slice> {
  const from = 'memories m indexed by memories_by_age';
  let after: AgeCursor | undefined = { createdAt: Number.MIN_SAFE_INTEGER, id: '' };
  while (after !== undefined) {
    const { createdAt, id }: AgeCursor = after;
    const next: AgeCursor | undefined = await readOwner((connection, owner) =>
      connection.get<AgeCursor>(
        `select m.created_at as createdAt, m.id from ${from} where m.owner = ? and (m.created_at, m.id) > (?, ?)
         order by m.created_at, m.id limit 1 offset ?`,
        ...[owner, createdAt, id, SLICE_ROWS - 1],
      ),
    );
    const until = next === undefined ? '' : 'and (m.created_at, m.id) <= (?, ?)';
    const values = [createdAt, id, ...(next === undefined ? [] : [next.createdAt, next.id])];
    yield { from, sql: `(m.created_at, m.id) > (?, ?) ${until}`, values, states: 'memories' };
    after = next;
  }
  if (statesOf(filter).includes('memory_versions'))
    yield { from: 'memory_versions m', sql: 'true', values: [], states: 'memory_versions' };
}

export const isLongSearch = (filter: MemoryFilter): boolean =>
  (filter.containing !== undefined || filter.asOf !== undefined) && !isNarrow(filter);

export const isLongRank = (query: RankQuery): boolean =>
  isLongSearch(query.filter) || (!hasIndex(query) && !isNarrow(query.filter));

export async function rankInSlices(readOwner: OwnerRead, query: RankQuery): Promise<string[]> {
  const { isAscending = false, filter, offset = 0, limit } = query;
  const wanted = offset + Math.max(0, limit);
  let best: Ranked[] = [];
  for await (const slice of slicesOf(readOwner, filter)) {
    const ranked = await readOwner((connection, owner) => rankedRows(connection, owner, query, slice, wanted));
    best = merge(best, ranked ?? [], isAscending ? 1 : -1).slice(0, wanted);
  }
  return best.slice(offset).map(({ id }) => id);
}

function merge(ones: readonly Ranked[], others: readonly Ranked[], sign: 1 | -1): Ranked[] {
  const all: Ranked[] = [];
  let at = 0;
  for (const one of ones) {
    for (let other = others[at]; other !== undefined && isBefore(other, one, sign); other = others[++at])
      all.push(other);
    all.push(one);
  }
  return all.concat(others.slice(at));
}

const isBefore = (a: Ranked, b: Ranked, sign: 1 | -1): boolean =>
  (sign * (a.measure - b.measure) || b.happened - a.happened || (a.id < b.id ? -1 : 1)) < 0;

export async function countInSlices(readOwner: OwnerRead, filter: MemoryFilter): Promise<number> {
  let count = 0;
  for await (const slice of slicesOf(readOwner, filter))
    count += (await readOwner((connection, owner) => keysIn(connection, owner, filter, slice).length)) ?? 0;
  return count;
}

function keysIn(connection: Connection, owner: number, filter: MemoryFilter, slice: Slice): number[] {
  const { sql, values } = filterCondition(owner, filter, connection.names, slice.states);
  return connection.column<number>(
    `select m.key from ${slice.from} where ${sql} ${findableCondition(filter, slice.states)} and ${slice.sql}`,
    ...[...values, ...slice.values],
  );
}

/** Reads each memory once, not once for each entity that it names. */
export async function countMentionsInSlices(readOwner: OwnerRead, query: MentionQuery): Promise<MentionCount[]> {
  const ids = [...new Set(query.entityIds)];
  const passing = new Set<number>();
  for await (const slice of slicesOf(readOwner, query.filter))
    for (const key of (await readOwner((connection, owner) => keysIn(connection, owner, query.filter, slice))) ?? [])
      passing.add(key);
  const counted: MentionCount[] = [];
  for (let at = 0; at < ids.length; at += ENTITIES_AT_ONCE) {
    const batch = ids.slice(at, at + ENTITIES_AT_ONCE);
    const counts = await readOwner((connection, owner) => {
      const relationships = countRelationships(connection, owner, { ...query, entityIds: batch });
      const mentionsSql = 'select memory from mentions where owner = ? and entity = ?';
      return batch.map((entityId) => ({
        entityId,
        memories: connection.column<number>(mentionsSql, owner, entityId).filter((key) => passing.has(key)).length,
        relationships: relationships.get(entityId) ?? 0,
      }));
    });
    counted.push(...(counts ?? []).filter(({ memories, relationships }) => memories + relationships > 0));
  }
  return counted;
}
