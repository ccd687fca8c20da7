import type { MemoryFilter, MentionCount, MentionQuery, RankQuery } from '../../contracts/store.ts';
import { isNarrow } from '../store-rules.ts';
import type { Connection } from './connection.ts';
import type { Value } from './driver.ts';
import { countTies } from './graph.ts';
import { hasIndex, type Ranked, rankedRows, toldCondition } from './memories.ts';
import { filterCondition, type States, statesOf } from './memory-rows.ts';

/** One read, after others had their turn; `undefined` for an owner that nothing was written for. */
type Turn = <Result>(read: (connection: Connection, owner: number) => Result) => Promise<Result | undefined>;

/** Rows read in one turn. */
const SLICE = 4000;
const ENTITIES_AT_ONCE = 20;

/** A part of the rows of a table, under the alias `m`. */
interface Slice {
  readonly from: string;
  readonly sql: string;
  readonly values: readonly Value[];
  readonly states: States;
}

interface Place {
  readonly createdAt: number;
  readonly id: string;
}

/** All rows that a filter may concern; what is written meanwhile is in one of them or in none. */
async function* slicesOf(turn: Turn, filter: MemoryFilter): AsyncGenerator<Slice> {
  const from = 'memories m indexed by memories_by_age';
  let after: Place | undefined = { createdAt: Number.MIN_SAFE_INTEGER, id: '' };
  while (after !== undefined) {
    const { createdAt, id }: Place = after;
    const next: Place | undefined = await turn((connection, owner) =>
      connection.get<Place>(
        `select m.created_at as createdAt, m.id from ${from} where m.owner = ? and (m.created_at, m.id) > (?, ?)
         order by m.created_at, m.id limit 1 offset ?`,
        ...[owner, createdAt, id, SLICE - 1],
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

/** Whether every row is looked at. Few rows pass a narrow filter, and an index finds them. */
export const isLongSearch = (filter: MemoryFilter): boolean =>
  (filter.containing !== undefined || filter.asOf !== undefined) && !isNarrow(filter);

export const isLongRank = (query: RankQuery): boolean =>
  isLongSearch(query.filter) || (!hasIndex(query) && !isNarrow(query.filter));

export async function rankInSlices(turn: Turn, query: RankQuery): Promise<string[]> {
  const { isAscending = false, filter, offset = 0, limit } = query;
  const wanted = offset + Math.max(0, limit);
  let best: Ranked[] = [];
  for await (const slice of slicesOf(turn, filter)) {
    const found = await turn((connection, owner) => rankedRows(connection, owner, query, slice, wanted));
    best = merged(best, found ?? [], isAscending ? 1 : -1).slice(0, wanted);
  }
  return best.slice(offset).map(({ id }) => id);
}

function merged(ones: readonly Ranked[], others: readonly Ranked[], sign: 1 | -1): Ranked[] {
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

export async function countInSlices(turn: Turn, filter: MemoryFilter): Promise<number> {
  let count = 0;
  for await (const slice of slicesOf(turn, filter))
    count += (await turn((connection, owner) => keysIn(connection, owner, filter, slice).length)) ?? 0;
  return count;
}

function keysIn(connection: Connection, owner: number, filter: MemoryFilter, slice: Slice): number[] {
  const { sql, values } = filterCondition(owner, filter, connection.names, slice.states);
  return connection.column<number>(
    `select m.key from ${slice.from} where ${sql} ${toldCondition(filter, slice.states)} and ${slice.sql}`,
    ...[...values, ...slice.values],
  );
}

/** Looks at every memory once, not at one for each time that it names an entity. */
export async function countMentionsInSlices(turn: Turn, query: MentionQuery): Promise<MentionCount[]> {
  const ids = [...new Set(query.entityIds)];
  const passing = new Set<number>();
  for await (const slice of slicesOf(turn, query.filter))
    for (const key of (await turn((connection, owner) => keysIn(connection, owner, query.filter, slice))) ?? [])
      passing.add(key);
  const counted: MentionCount[] = [];
  for (let at = 0; at < ids.length; at += ENTITIES_AT_ONCE) {
    const some = ids.slice(at, at + ENTITIES_AT_ONCE);
    const found = await turn((connection, owner) => {
      const ties = countTies(connection, owner, { ...query, entityIds: some });
      const naming = 'select memory from mentions where owner = ? and entity = ?';
      return some.map((entityId) => ({
        entityId,
        memories: connection.column<number>(naming, owner, entityId).filter((key) => passing.has(key)).length,
        relationships: ties.get(entityId) ?? 0,
      }));
    });
    counted.push(...(found ?? []).filter(({ memories, relationships }) => memories + relationships > 0));
  }
  return counted;
}
