import type { Embedding, Hit, VectorQuery } from '../../contracts/store.ts';
import { unitVector } from '../shared/unit-vector.ts';
import { type Connection, type OwnerKey, ownedBy } from './connection.ts';
import { FINDABLE, filterCondition, INDEXED, statesOf } from './memory-rows.ts';
import { joined, raw, sql } from './sql.ts';
import { insertRows, type Writing } from './writing.ts';

/** The most that the type `halfvec` holds. */
const MOST_DIMENSIONS = 16_000;

/** A vector as text, which is how PostgreSQL takes and gives it. */
export interface StoredVector {
  readonly embedder: string;
  readonly dimensions: number;
  readonly vector: string;
}

/** More digits than half precision keeps, and no more to be read. */
const DIGITS = 5;

const textOf = (vector: Float32Array): string => `[${Array.from(vector, (value) => value.toPrecision(DIGITS))}]`;

/** At unit length; `undefined` for a zero vector or one that is not finite. */
export function storedVector(embedder: string, vector: Float32Array): StoredVector | undefined {
  const unit = unitVector(vector, MOST_DIMENSIONS);
  return unit && { embedder, dimensions: unit.length, vector: textOf(unit) };
}

/** In place of those that these memories have. */
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

/** Compares every vector of the owner that passes: none is left out. */
export async function searchVector(connection: Connection, owner: OwnerKey, query: VectorQuery): Promise<Hit[]> {
  const { embedderId, filter, limit } = query;
  const unit = unitVector(query.vector, MOST_DIMENSIONS);
  if (!unit || limit <= 0) return [];
  const asked = sql`${textOf(unit)}::text::halfvec`;
  const near = statesOf(filter).map(
    (states) => sql`select m.id, v.vector <#> ${asked} as distance from vectors v join ${raw(states)} m
        on m.tenant = v.tenant and m.owner = v.owner and m.key = v.memory
      where ${ownedBy(owner, 'v')} and v.embedder = ${embedderId} and v.dimensions = ${unit.length}
        and ${filterCondition(owner, filter, states)} and ${INDEXED[states]}`,
  );
  if (filter.asOf)
    near.push(
      sql`select m.id, v.vector <#> ${asked} from memory_versions m join memory_versions v
          on v.tenant = m.tenant and v.owner = m.owner and v.key = m.key and v.content = m.content
        where ${ownedBy(owner, 'v')} and v.embedder = ${embedderId} and vector_dims(v.vector) = ${unit.length}
          and m.apart and ${FINDABLE.memory_versions} and ${filterCondition(owner, filter, 'memory_versions')}`,
    );
  const rows = await connection.all<{ id: string; distance: number }>(
    sql`select id, distance from (${joined(near, ' union all ')}) near order by distance, id limit ${limit}`,
  );
  return rows.map(({ id, distance }) => ({ memoryId: id, score: 0 - distance }));
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
  const asked = sql`${ownedBy(owner, 'm')} and m.id = any(${ids})`;
  const rows = await connection.all<{ memoryId: string; content: string; embedderId: string; vector: string | null }>(
    sql`select m.id as "memoryId", m.content, m.embedder as "embedderId", v.vector::text as vector from memories m
          left join vectors v on v.tenant = m.tenant and v.owner = m.owner and v.memory = m.key
        where ${asked} and m.embedder <> ''
        union all
        select m.id, v.content, v.embedder, v.vector::text from memories m
          join memory_versions v on v.tenant = m.tenant and v.owner = m.owner and v.key = m.key
        where ${asked} and v.embedder <> '' and v.vector is not null`,
  );
  return rows.map(({ vector, ...row }) => ({ ...row, vector: vector === null ? undefined : vectorOf(vector) }));
}
