import type { MemoryFilter, MemoryOrder, MemoryPage, RankQuery, SalienceOrder } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import type { Connection } from './connection.ts';
import type { Value } from './driver.ts';
import {
  decodeMemory,
  FINDABLE,
  filterCondition,
  HAPPENED_AT,
  isNarrow,
  READ_COLUMNS,
  type ReadRow,
  type States,
  statesOf,
} from './memory-rows.ts';

const WANTED = 'json_each(?) j cross join memories m on m.owner = ? and m.id = j.value';

export function getMemories(
  connection: Connection,
  owner: number,
  scope: Owner,
  ids: readonly string[],
  asOf?: Date,
): Memory[] {
  const wanted = [JSON.stringify(ids), owner];
  const rows =
    asOf === undefined
      ? connection.all<ReadRow>(`select ${READ_COLUMNS} from ${WANTED} order by j.key`, ...wanted)
      : connection.all<ReadRow>(
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
  const after = page.after === undefined ? undefined : ageOf(connection, owner, page.after);
  if (page.after !== undefined && after === undefined) return [];
  const rest = after === undefined ? '' : 'and (m.created_at, m.id) > (?, ?)';
  const place: Value[] = after === undefined ? [] : [after, page.after as string];
  const parts = statesOf(page.filter).map((states) => {
    const { sql, values } = filterCondition(owner, page.filter, connection.names, states);
    const hint =
      states === 'memories' && isOfRareKind(connection, owner, page.filter) ? 'indexed by memories_by_kind' : '';
    const from = `${states} m ${hint}`;
    const told = page.filter.statuses?.includes('forgotten') === false ? `and ${FINDABLE[states]}` : '';
    return { sql: `select ${READ_COLUMNS} from ${from} where ${sql} ${told} ${rest}`, values: [...values, ...place] };
  });
  const rows = connection.all<ReadRow>(
    `${parts.map(({ sql }) => sql).join(' union all ')} order by created_at, id limit ?`,
    ...[...parts.flatMap(({ values }) => values), Math.max(0, page.limit)],
  );
  return rows.map((row) => decodeMemory(row, scope, connection.names));
}

/** Up to this many rows are sorted faster than found by walking the index by age. */
const FEW = 2000;

function isOfRareKind(connection: Connection, owner: number, filter: MemoryFilter): boolean {
  const { components, statuses } = filter;
  if (components === undefined || isNarrow(filter)) return false;
  const { sql, values } = filterCondition(owner, { components, ...(statuses && { statuses }) }, connection.names);
  const found = connection.get<{ count: number }>(
    `select count(*) as count from (select 1 from memories m indexed by memories_by_kind where ${sql} limit ?)`,
    ...[...values, FEW + 1],
  );
  return (found?.count ?? 0) <= FEW;
}

function ageOf(connection: Connection, owner: number, id: string): number | undefined {
  const sql = 'select created_at as createdAt from memories where owner = ? and id = ?';
  return connection.get<{ createdAt: number }>(sql, owner, id)?.createdAt;
}

/** Memories without a vector of this embedder. Forgotten ones have no embedder and are left out. */
export function listUnembedded(connection: Connection, owner: number, embedderId: string, limit: number) {
  const embedder = connection.names.find(owner, embedderId) ?? -1;
  const found = embeddersOf(connection, owner)
    .filter((other) => other !== embedder)
    .flatMap((other) =>
      connection.all<{ id: string; content: string; createdAt: number }>(
        `select id, content, created_at as createdAt from memories indexed by memories_by_embedder
         where owner = ? and embedder = ? order by created_at, key limit ?`,
        ...[owner, other, Math.max(0, limit)],
      ),
    );
  return found
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

/** The embedders in use, one index seek for each instead of a read of every memory. */
function embeddersOf(connection: Connection, owner: number): number[] {
  const sql = 'select min(embedder) as next from memories where owner = ? and embedder > ?';
  const found: number[] = [];
  for (let last = -1; ; ) {
    const next = connection.get<{ next: number | null }>(sql, owner, last)?.next ?? null;
    if (next === null) return found;
    found.push(next);
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

export function countMemories(connection: Connection, owner: number, filter: MemoryFilter): number {
  const counts = statesOf(filter).map((states) => {
    const { sql, values } = filterCondition(owner, filter, connection.names, states);
    const told = filter.statuses?.includes('forgotten') ? '' : `and ${FINDABLE[states]}`;
    const found = connection.get<{ count: number }>(
      `select count(*) as count from ${states} m where ${sql} ${told}`,
      ...values,
    );
    return found?.count ?? 0;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** From here on it is faster to sort what `memories_by_order` holds than to walk the rows in the order of time. */
const DEEP = 50_000;

/** Whether `memories_by_order` finds them fastest. */
function isLongList({ by, filter, offset = 0 }: RankQuery): boolean {
  if (filter.statuses === undefined || isNarrow(filter)) return false;
  return by === 'age' || by === 'importance' || by === 'confidence' || (by === 'recency' && offset > DEEP);
}

/** Recency, age, importance and confidence have an index, and only for now. The others look at every memory and cost writes nothing. */
export function rankMemories(connection: Connection, owner: number, query: RankQuery): string[] {
  const { by, isAscending = false, withForgottenSince = false, filter, offset = 0, limit } = query;
  const measure: Measure = typeof by === 'string' ? { sql: COLUMNS[by], values: [] } : salienceMeasure(by);
  const then = withForgottenSince ? 'memories' : undefined;
  const findable = (states: States) =>
    filter.statuses?.includes('forgotten') ? '' : `and ${FINDABLE[then ?? states]}`;
  const ranked = statesOf(filter).map((states) => {
    const { sql, values } = filterCondition(owner, filter, connection.names, states);
    const walk = states === 'memories' && isLongList(query) ? 'and m.status >= 0' : '';
    return {
      sql: `select m.id as id, ${measure.sql} as measure, ${HAPPENED_AT} as happened from ${states} m
            where ${sql} ${findable(states)} ${walk}`,
      values: [...measure.values, ...values],
    };
  });
  return connection.column<string>(
    `select id from (${ranked.map(({ sql }) => sql).join(' union all ')})
     order by measure ${isAscending ? 'asc' : 'desc'}, ${by === 'recency' ? '' : 'happened desc,'} id limit ? offset ?`,
    ...[...ranked.flatMap(({ values }) => values), Math.max(0, limit), offset],
  );
}

const DAY_MS = 86_400_000;

interface Measure {
  /** Over the columns of a memory, under the alias `m`. */
  readonly sql: string;
  readonly values: readonly Value[];
}

/** As `salienceOf` measures it where there is no query. */
export const salienceMeasure = ({ salienceAt, weights }: SalienceOrder): Measure => ({
  sql: `min(1, ? * pow(0.5, max(0, ? - coalesce(m.accessed_at, m.created_at)) / ?)
    + ? * min(1, ln(m.accesses + 1) / ln(?))
    + ? * m.importance * m.confidence + ?)`,
  values: [
    ...[weights.recency, salienceAt.getTime(), weights.halfLifeDays * DAY_MS],
    ...[weights.frequency, weights.manyAccesses],
    ...[weights.importance, weights.relevance * weights.unasked],
  ],
});
