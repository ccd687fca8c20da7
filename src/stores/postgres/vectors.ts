import type { Embedding, MemoryMatch, VectorQuery } from '../../contracts/store.ts';
import { unitVector } from '../shared/unit-vector.ts';
import { isNarrow } from '../store-rules.ts';
import { type Connection, type OwnerKey, ownedBy } from './connection.ts';
import { FINDABLE, filterCondition, INDEXED, statesOf } from './memory-rows.ts';
import {
  asIndexed,
  COMPARISON_SETTINGS,
  indexSearchSettings,
  inSpace,
  type NearIndexes,
  type VectorSpace,
} from './near-indexes.ts';
import { joined, raw, type Sql, sql } from './sql.ts';
import { insertRows, type Writing } from './writing.ts';

/** The maximum of the type `halfvec`. */
const MAX_DIMENSIONS = 16_000;

export interface StoredVector {
  readonly embedder: string;
  readonly dimensions: number;
  readonly vector: string;
}

/** More digits than half precision has. */
const DIGITS = 5;

const textOf = (vector: Float32Array): string => `[${Array.from(vector, (value) => value.toPrecision(DIGITS))}]`;

export function storedVector(embedder: string, vector: Float32Array): StoredVector | undefined {
  const unit = unitVector(vector, MAX_DIMENSIONS);
  return unit && { embedder, dimensions: unit.length, vector: textOf(unit) };
}

export async function replaceVectors(
  writing: Writing,
  vectors: ReadonlyMap<number, StoredVector | undefined>,
): Promise<void> {
  if (vectors.size === 0) return;
  const { connection, owner } = writing;
  await connection.run(
    sql`delete from vectors v where ${ownedBy(owner, 'v')} and v.memory = any(${[...vectors.keys()]})`,
  );
  const rows = Array.from(vectors, ([memory, stored]) => (stored === undefined ? [] : [{ memory, ...stored }]));
  await insertRows(writing, 'vectors', rows.flat());
}

/** Factor of vectors above the limit: some memories may not pass the filter. */
const SPARE = 2;

interface NearMemory {
  readonly id: string;
  readonly distance: number;
}

/** Reads only the nearest memories: to read all costs more than to compare vectors. If too few pass, all that pass are compared. */
export async function searchVector(
  connection: Connection,
  owner: OwnerKey,
  query: VectorQuery,
  indexes: NearIndexes | undefined,
): Promise<MemoryMatch[]> {
  const unit = unitVector(query.vector, MAX_DIMENSIONS);
  if (!unit || query.limit <= 0) return [];
  const space = { owner, embedder: query.embedderId, dimensions: unit.length };
  const queryVector = sql`${textOf(unit)}::text::halfvec`;
  const isFirst = query.filter.asOf === undefined && !isNarrow(query.filter);
  const rows =
    (isFirst && (await nearestFirst(connection, space, query, queryVector, indexes))) ||
    (await passingFirst(connection, space, query, queryVector));
  return rows.map(({ id, distance }) => ({ memoryId: id, score: 0 - distance }));
}

/** `undefined` if these are too few, or not certainly the nearest. */
async function nearestFirst(
  connection: Connection,
  space: VectorSpace,
  { filter, limit }: VectorQuery,
  queryVector: Sql,
  indexes: NearIndexes | undefined,
): Promise<NearMemory[] | undefined> {
  const searchLimit = SPARE * limit;
  const isIndexed = (await indexes?.has(connection, space)) === true;
  if (isIndexed) await connection.script(indexSearchSettings(searchLimit));
  const rows = await connection.all<NearMemory & { readonly seen: number; readonly farthest: number }>(
    sql`with near as materialized (
          select v.memory, ${isIndexed ? asIndexed(space) : raw('v.vector')} <#> ${queryVector} as distance from vectors v
          where ${inSpace(space)} order by distance limit ${searchLimit}),
        whole as materialized (select count(*) as seen, max(distance) as farthest from near)
        select m.id, n.distance, w.seen, w.farthest from near n cross join whole w join memories m on m.key = n.memory
        where ${filterCondition(space.owner, filter)} and ${INDEXED.memories} order by n.distance, m.id limit ${limit}`,
  );
  if (isIndexed) await connection.script(COMPARISON_SETTINGS);
  const last = rows[limit - 1];
  if (isIndexed) return last && rows;
  // Among memories at the farthest distance, one with a lesser id may have been left out.
  const isWhole = rows[0] !== undefined && rows[0].seen < searchLimit;
  return isWhole || (last !== undefined && last.distance < last.farthest) ? rows : undefined;
}

function passingFirst(
  connection: Connection,
  space: VectorSpace,
  { embedderId, filter, limit }: VectorQuery,
  queryVector: Sql,
): Promise<NearMemory[]> {
  const { owner, dimensions } = space;
  const near = statesOf(filter).map(
    (states) => sql`select m.id, v.vector <#> ${queryVector} as distance from vectors v join ${raw(states)} m
        on m.tenant = v.tenant and m.owner = v.owner and m.key = v.memory
      where ${inSpace(space)} and ${filterCondition(owner, filter, states)} and ${INDEXED[states]}`,
  );
  if (filter.asOf)
    near.push(
      sql`select m.id, v.vector <#> ${queryVector} from memory_versions m join memory_versions v
          on v.tenant = m.tenant and v.owner = m.owner and v.key = m.key and v.content = m.content
        where ${ownedBy(owner, 'v')} and v.embedder = ${embedderId} and vector_dims(v.vector) = ${dimensions}
          and m.apart and ${FINDABLE.memory_versions} and ${filterCondition(owner, filter, 'memory_versions')}`,
    );
  return connection.all<NearMemory>(
    sql`select id, distance from (${joined(near, ' union all ')}) near order by distance, id limit ${limit}`,
  );
}

export async function vectorsOf(connection: Connection, owner: OwnerKey, ids: readonly string[], embedderId: string) {
  const rows = await connection.all<{ id: string; vector: string }>(
    sql`select m.id, v.vector::text as vector from memories m join vectors v
          on v.tenant = m.tenant and v.owner = m.owner and v.memory = m.key
        where ${ownedBy(owner, 'm')} and m.id = any(${ids}) and v.embedder = ${embedderId}`,
  );
  return rows.flatMap(({ id, vector }) => {
    const unit = vectorOf(vector);
    return unit === undefined ? [] : [{ memoryId: id, vector: unit }];
  });
}

const vectorOf = (text: string): Float32Array | undefined =>
  unitVector(Float32Array.from(JSON.parse(text) as number[]));

export async function embeddingsOf(
  connection: Connection,
  owner: OwnerKey,
  ids: readonly string[],
): Promise<Embedding[]> {
  const condition = sql`${ownedBy(owner, 'm')} and m.id = any(${ids})`;
  const rows = await connection.all<{ memoryId: string; content: string; embedderId: string; vector: string | null }>(
    sql`select m.id as "memoryId", m.content, m.embedder as "embedderId", v.vector::text as vector from memories m
          left join vectors v on v.tenant = m.tenant and v.owner = m.owner and v.memory = m.key
        where ${condition} and m.embedder <> ''
        union all
        select m.id, v.content, v.embedder, v.vector::text from memories m
          join memory_versions v on v.tenant = m.tenant and v.owner = m.owner and v.key = m.key
        where ${condition} and v.embedder <> '' and v.vector is not null`,
  );
  return rows.map(({ vector, ...row }) => ({ ...row, vector: vector === null ? undefined : vectorOf(vector) }));
}
