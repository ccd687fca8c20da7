import type { MemoryFilter, MemoryOrder, MemoryPage, RankQuery, SalienceOrder } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { salienceSql } from '../shared/salience-sql.ts';
import { type Connection, type OwnerKey, ownedBy } from './connection.ts';
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
import { joined, NOTHING, raw, Sql, sql } from './sql.ts';

export const idsInOrder = (ids: readonly string[]): Sql => sql`unnest(${ids}::text[]) with ordinality j (id, place)`;

export async function getMemories(
  connection: Connection,
  owner: OwnerKey,
  scope: Owner,
  ids: readonly string[],
  asOf?: Date,
): Promise<Memory[]> {
  const filter = asOf === undefined ? {} : { asOf };
  const parts = statesOf(filter).map(
    (states) => sql`select ${READ_COLUMNS}, j.place from ${idsInOrder(ids)} join ${raw(states)} m on m.id = j.id
      where ${filterCondition(owner, filter, states)}`,
  );
  const rows = await connection.all<ReadRow>(sql`${joined(parts, ' union all ')} order by place`);
  return rows.map((row) => decodeMemory(row, scope));
}

export async function listMemories(
  connection: Connection,
  owner: OwnerKey,
  scope: Owner,
  { filter, after, limit }: MemoryPage,
): Promise<Memory[]> {
  const rest =
    after === undefined ? NOTHING : sql`and (m.created_at, m.id) > (${after.createdAt.getTime()}, ${after.id})`;
  const parts = statesOf(filter).map((states) => {
    const findable = filter.statuses?.includes('forgotten') === false ? sql`and ${FINDABLE[states]}` : NOTHING;
    const from = sql`${raw(states)} m where ${filterCondition(owner, filter, states)}`;
    return sql`select ${READ_COLUMNS} from ${from} ${findable} ${rest}`;
  });
  const rows = await connection.all<ReadRow>(
    sql`${joined(parts, ' union all ')} order by created_at, id limit ${Math.max(0, limit)}`,
  );
  return rows.map((row) => decodeMemory(row, scope));
}

/** Forgotten memories have no embedder and are left out. */
export const listUnembedded = (connection: Connection, owner: OwnerKey, embedderId: string, limit: number) =>
  connection.all<{ id: string; content: string }>(
    sql`select m.id, m.content from memories m where ${ownedBy(owner, 'm')} and m.embedder <> ${embedderId}
        order by m.created_at, m.key limit ${Math.max(0, limit)}`,
  );

export async function countUnembedded(connection: Connection, owner: OwnerKey, embedderId: string): Promise<number> {
  // Each side of the embedder is a range of an index; one condition for both would read the whole index.
  const sides = ['<', '>'].map(
    (side) =>
      sql`select count(*) as count from memories m where ${ownedBy(owner, 'm')} and m.embedder ${raw(side)} ${embedderId}`,
  );
  const rows = await connection.all<{ count: number }>(joined(sides, ' union all '));
  return rows.reduce((sum, { count }) => sum + count, 0);
}

export async function countMemories(connection: Connection, owner: OwnerKey, filter: MemoryFilter): Promise<number> {
  const counts = statesOf(filter).map((states) => {
    const findable = filter.statuses?.includes('forgotten') ? NOTHING : sql`and ${FINDABLE[states]}`;
    return sql`select count(*) as count from ${raw(states)} m where ${filterCondition(owner, filter, states)} ${findable}`;
  });
  const rows = await connection.all<{ count: number }>(joined(counts, ' union all '));
  return rows.reduce((sum, { count }) => sum + count, 0);
}

const MEASURES: Readonly<Record<Extract<MemoryOrder, string>, Sql>> = {
  recency: HAPPENED_AT,
  access: raw('coalesce(m.accessed_at, m.created_at)'),
  frequency: raw('m.accesses'),
  age: raw('m.created_at'),
  change: raw('m.updated_at'),
  importance: raw('m.importance'),
  confidence: raw('m.confidence'),
};

export function salienceMeasure(order: SalienceOrder): Sql {
  const { strings, values } = salienceSql(order, { least: 'least', greatest: 'greatest' });
  const [first = '', ...rest] = strings;
  return new Sql([first, ...rest.map((text) => `::double precision${text}`)], values);
}

export async function rankMemories(connection: Connection, owner: OwnerKey, query: RankQuery): Promise<string[]> {
  const { by, isAscending = false, withForgottenSince = false, filter, offset = 0, limit } = query;
  const measure = typeof by === 'string' ? MEASURES[by] : salienceMeasure(by);
  const findable = (states: States) =>
    filter.statuses?.includes('forgotten') ? NOTHING : sql`and ${FINDABLE[withForgottenSince ? 'memories' : states]}`;
  const ranked = statesOf(filter).map(
    (states) => sql`select m.id, ${measure} as measure, ${HAPPENED_AT} as happened from ${raw(states)} m
      where ${filterCondition(owner, filter, states)} ${findable(states)}`,
  );
  const order = raw(isAscending ? 'asc' : 'desc');
  const rows = await connection.all<{ id: string }>(
    sql`select id from (${joined(ranked, ' union all ')}) ranked
        order by measure ${order}, happened desc, id limit ${Math.max(0, limit)} offset ${offset}`,
  );
  return rows.map(({ id }) => id);
}
