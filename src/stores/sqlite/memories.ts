import type { MemoryFilter, MemoryOrder, MemoryPage, RankQuery, SalienceOrder } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { salienceSql } from '../shared/salience-sql.ts';
import { isNarrow } from '../store-rules.ts';
import type { Connection } from './connection.ts';
import type { SqlValue } from './driver.ts';
import type { MemoryCache } from './memory-cache.ts';
import {
  decodeMemory,
  FINDABLE,
  filterCondition,
  HAPPENED_AT,
  READ_COLUMNS,
  type ReadRow,
  type States,
  statesOf,
} from './memory-rows.ts';

const WANTED = 'json_each(?) j cross join memories m on m.owner = ? and m.id = j.value';

export function getMemories(
  connection: Connection,
  cache: MemoryCache,
  owner: number,
  scope: Owner,
  ids: readonly string[],
): Memory[] {
  const cached = cache.byId(owner);
  const uncached = ids.filter((id) => !cached.has(id));
  const rows =
    uncached.length === 0
      ? []
      : connection.all<ReadRow>(`select ${READ_COLUMNS} from ${WANTED}`, JSON.stringify(uncached), owner);
  const read = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = read.get(id);
    return row === undefined ? (cached.get(id)?.toMemory(scope) ?? []) : decodeMemory(row, scope, connection.names);
  });
}

export function getVersions(
  connection: Connection,
  owner: number,
  scope: Owner,
  ids: readonly string[],
  asOf: Date,
): Memory[] {
  const wanted = [JSON.stringify(ids), owner];
  const rows = connection.all<ReadRow>(
    `select j.key as place, ${READ_COLUMNS} from ${WANTED} where coalesce(m.since, m.created_at) <= ?
     union all
     select n.place, ${READ_COLUMNS} from (select j.key as place, m.key from ${WANTED}) n
     cross join memory_versions m indexed by memory_versions_by_memory
     on m.key = n.key and m.since <= ? and m.until > ?
     order by place`,
    ...[...wanted, asOf.getTime(), ...wanted, asOf.getTime(), asOf.getTime()],
  );
  return rows.map((row) => decodeMemory(row, scope, connection.names));
}

export function listMemories(connection: Connection, owner: number, scope: Owner, page: MemoryPage): Memory[] {
  const { after } = page;
  const rest = after === undefined ? '' : 'and (m.created_at, m.id) > (?, ?)';
  const afterValues: SqlValue[] = after === undefined ? [] : [after.createdAt.getTime(), after.id];
  const parts = statesOf(page.filter).map((states) => {
    const { sql, values } = filterCondition(owner, page.filter, connection.names, states);
    const hint =
      states === 'memories' && isSelective(connection, owner, page.filter) ? 'indexed by memories_by_kind' : '';
    const from = `${states} m ${hint}`;
    const findable = page.filter.statuses?.includes('forgotten') === false ? `and ${FINDABLE[states]}` : '';
    return {
      sql: `select ${READ_COLUMNS} from ${from} where ${sql} ${findable} ${rest}`,
      values: [...values, ...afterValues],
    };
  });
  const rows = connection.all<ReadRow>(
    `${parts.map(({ sql }) => sql).join(' union all ')} order by created_at, id limit ?`,
    ...[...parts.flatMap(({ values }) => values), Math.max(0, page.limit)],
  );
  return rows.map((row) => decodeMemory(row, scope, connection.names));
}

/** Sorting up to this many rows is faster than walking the index by age. */
const MAX_SORTED_ROWS = 2000;

function isSelective(connection: Connection, owner: number, filter: MemoryFilter): boolean {
  const { components, statuses } = filter;
  if (components === undefined || isNarrow(filter)) return false;
  const { sql, values } = filterCondition(owner, { components, ...(statuses && { statuses }) }, connection.names);
  const counted = connection.get<{ count: number }>(
    `select count(*) as count from (select 1 from memories m indexed by memories_by_kind where ${sql} limit ?)`,
    ...[...values, MAX_SORTED_ROWS + 1],
  );
  return (counted?.count ?? 0) <= MAX_SORTED_ROWS;
}

export function listUnembedded(connection: Connection, owner: number, embedderId: string, limit: number) {
  const embedder = connection.names.find(owner, embedderId) ?? -1;
  const unembedded = embeddersOf(connection, owner)
    .filter((other) => other !== embedder)
    .flatMap((other) =>
      connection.all<{ id: string; content: string; createdAt: number }>(
        `select id, content, created_at as createdAt from memories indexed by memories_by_embedder
         where owner = ? and embedder = ? order by created_at, key limit ?`,
        ...[owner, other, Math.max(0, limit)],
      ),
    );
  return unembedded
    .sort((a, b) => a.createdAt - b.createdAt)
    .slice(0, Math.max(0, limit))
    .map(({ id, content }) => ({ id, content }));
}

export function countUnembedded(connection: Connection, owner: number, embedderId: string): number {
  const embedder = connection.names.find(owner, embedderId) ?? -1;
  const count = (side: '<' | '>') =>
    connection.get<{ count: number }>(
      `select count(*) as count from memories indexed by memories_by_embedder
       where owner = ? and embedder ${side} ?`,
      ...[owner, embedder],
    )?.count ?? 0;
  return count('<') + count('>');
}

/** One index seek for each embedder, instead of a read of every memory. */
function embeddersOf(connection: Connection, owner: number): number[] {
  const sql = 'select min(embedder) as next from memories where owner = ? and embedder > ?';
  const embedders: number[] = [];
  for (let last = -1; ; ) {
    const next = connection.get<{ next: number | null }>(sql, owner, last)?.next ?? null;
    if (next === null) return embedders;
    embedders.push(next);
    last = next;
  }
}

const COLUMNS: Readonly<Record<Extract<MemoryOrder, string>, string>> = {
  recency: HAPPENED_AT,
  access: 'coalesce(m.accessed_at, m.created_at)',
  frequency: 'm.accesses',
  age: 'm.created_at',
  change: 'm.updated_at',
  importance: 'm.importance',
  confidence: 'm.confidence',
};

/** Forgotten memories are returned only if the filter asks for them. */
export const findableCondition = (filter: MemoryFilter, states: States): string =>
  filter.statuses?.includes('forgotten') ? '' : `and ${FINDABLE[states]}`;

export function countMemories(connection: Connection, owner: number, filter: MemoryFilter): number {
  const counts = statesOf(filter).map((states) => {
    const { sql, values } = filterCondition(owner, filter, connection.names, states);
    const row = connection.get<{ count: number }>(
      `select count(*) as count from ${states} m where ${sql} ${findableCondition(filter, states)}`,
      ...values,
    );
    return row?.count ?? 0;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** From this offset on the other end may be nearer, and sorting takes long. */
const DEEP = 20_000;

/** All indexes contain present versions only; importance and confidence are sorted fast for few rows. Other orders read every memory. */
export const hasIndex = ({ by, offset = 0 }: RankQuery): boolean =>
  by === 'recency' || by === 'age' || ((by === 'importance' || by === 'confidence') && offset < DEEP);

const isLongList = (query: RankQuery): boolean =>
  query.filter.statuses !== undefined && !isNarrow(query.filter) && query.by !== 'recency' && hasIndex(query);

export function rankMemories(connection: Connection, owner: number, query: RankQuery): string[] {
  const { isAscending = false, filter, offset = 0 } = query;
  const limit = Math.max(0, query.limit);
  const walk = (isReversed: boolean, from: number, count: number) => {
    const parts = statesOf(filter).map((states) => rankedPart(connection, owner, query, states));
    return connection.column<string>(
      `select id from (${parts.map(({ sql }) => sql).join(' union all ')}) ${rankOrder(query, isAscending, isReversed)}
       limit ? offset ?`,
      ...[...parts.flatMap(({ values }) => values), count, from],
    );
  };
  if (offset < DEEP || !hasIndex(query)) return walk(false, offset, limit);
  const total = countMemories(connection, owner, filter);
  if (offset < total / 2) return walk(false, offset, limit);
  const from = Math.max(0, total - offset - limit);
  return walk(true, from, Math.max(0, total - offset - from)).reverse();
}

export interface Ranked {
  readonly id: string;
  readonly measure: number;
  readonly happened: number;
}

export function rankedRows(
  connection: Connection,
  owner: number,
  query: RankQuery,
  slice: { readonly from: string; readonly states: States } & Measure,
  count: number,
): Ranked[] {
  const { sql, values } = rankedPart(connection, owner, query, slice.states, slice.from);
  return connection.all<Ranked>(
    `${sql} and ${slice.sql} ${rankOrder(query, query.isAscending ?? false)} limit ?`,
    ...[...values, ...slice.values, count],
  );
}

function rankOrder({ by }: RankQuery, isAscending: boolean, isReversed = false): string {
  const direction = (isUp: boolean) => (isUp === isReversed ? 'desc' : 'asc');
  return `order by measure ${direction(isAscending)}, ${by === 'recency' ? '' : `happened ${direction(false)},`} id ${direction(true)}`;
}

function rankedPart(
  connection: Connection,
  owner: number,
  query: RankQuery,
  states: States,
  from = `${states} m`,
): Measure {
  const { by, withForgottenSince = false, filter } = query;
  const measure: Measure = typeof by === 'string' ? { sql: COLUMNS[by], values: [] } : salienceMeasure(by);
  const { sql, values } = filterCondition(owner, filter, connection.names, states);
  const walk = from === 'memories m' && isLongList(query) ? 'and m.status >= 0' : '';
  return {
    sql: `select m.id as id, ${measure.sql} as measure, ${HAPPENED_AT} as happened from ${from}
          where ${sql} ${findableCondition(filter, withForgottenSince ? 'memories' : states)} ${walk}`,
    values: [...measure.values, ...values],
  };
}

interface Measure {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export function salienceMeasure(order: SalienceOrder): Measure {
  const { strings, values } = salienceSql(order, { least: 'min', greatest: 'max' });
  return { sql: strings.join('?'), values };
}
