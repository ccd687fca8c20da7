import { createHash } from 'node:crypto';
import { BEGIN, type Connection, literal, type OwnerKey, ownedBy, quotedName } from './connection.ts';
import type { OpenDatabase } from './open-database.ts';
import { raw, type Sql, sql } from './sql.ts';

export interface VectorSpace {
  readonly owner: OwnerKey;
  readonly embedder: string;
  readonly dimensions: number;
}

export const inSpace = ({ owner, embedder, dimensions }: VectorSpace): Sql =>
  sql`${ownedBy(owner, 'v')} and v.embedder = ${embedder} and v.dimensions = ${dimensions}`;

/** A statement uses an index only with this very expression. */
export const asIndexed = ({ dimensions }: VectorSpace): Sql => raw(`v.vector::halfvec(${dimensions})`);

/** Limits of pgvector: HNSW in half precision, and `hnsw.ef_search`. */
const [MAX_INDEXED_DIMENSIONS, MAX_EF_SEARCH] = [4_000, 1_000];

/** Makes the planner use an index, even for an owner without statistics. */
export const indexSearchSettings = (count: number): string =>
  `set local enable_sort = off; set local jit = off; set local hnsw.iterative_scan = strict_order;
   set local hnsw.ef_search = ${Math.min(Math.max(count, MIN_EF_SEARCH), MAX_EF_SEARCH)}`;
const MIN_EF_SEARCH = 100;
export const COMPARISON_SETTINGS = 'set local enable_sort = on';

/** Delay after an index could not be made, for example by a role that does not own the tables; and the maximum after a collision. */
const [RETRY_MS, COLLISION_RETRY_MS] = [3_600_000, 60_000];
/** Indexes that were made at once waited for each other, or have one name. */
const COLLISIONS: ReadonlySet<unknown> = new Set(['40P01', '42P07']);

const prefixOf = ({ owner }: OwnerKey): string => `near_${owner.replaceAll('-', '')}_`;

function nameOf({ owner, embedder, dimensions }: VectorSpace): string {
  const digest = createHash('sha256').update(`${dimensions} ${embedder}`).digest('hex');
  return `${prefixOf(owner)}${digest.slice(0, 16)}`;
}

/** An HNSW index for each large owner: a common one would lead through the rows of other tenants. Until it is ready, every vector is compared. */
export class NearIndexes {
  readonly #database: OpenDatabase;
  readonly #exactUpTo: number;
  readonly #notBefore = new Map<string, number>();

  constructor(database: OpenDatabase, exactUpTo: number) {
    this.#database = database;
    this.#exactUpTo = exactUpTo;
  }

  async has(connection: Connection, space: VectorSpace): Promise<boolean> {
    const counted = await connection.get<{ documents: number }>(
      sql`select o.documents from owners o where ${ownedBy(space.owner, 'o')}`,
    );
    if ((counted?.documents ?? 0) <= this.#exactUpTo || space.dimensions > MAX_INDEXED_DIMENSIONS) return false;
    const index = await connection.get<{ isValid: boolean }>(
      sql`select i.indisvalid as "isValid" from pg_index i where i.indexrelid = to_regclass(${nameOf(space)})`,
    );
    if (index?.isValid !== true) this.#begin(space);
    return index?.isValid === true;
  }

  /** Skips most searches: results are complete without an index. */
  #begin(space: VectorSpace): void {
    const [name, now] = [nameOf(space), Date.now()];
    if (now < (this.#notBefore.get(name) ?? 0)) return;
    this.#notBefore.set(name, now + RETRY_MS);
    // A random delay, or processes would collide again.
    const retrySoon = () => this.#notBefore.set(name, Date.now() + Math.random() * COLLISION_RETRY_MS);
    this.make(space).then(
      (isSettled) => isSettled || retrySoon(),
      (error) => COLLISIONS.has(error.code) && retrySoon(),
    );
  }

  /** False while another index is made, in this process or another: two would wait for each other. */
  async make(space: VectorSpace): Promise<boolean> {
    const { owner, embedder, dimensions } = space;
    const name = nameOf(space);
    const { isBig, isBusy, existing } = await this.#database.transact(BEGIN.read, owner.tenant, async (connection) => {
      const last = await connection.get(
        sql`select 1 from vectors v where ${inSpace(space)} offset ${this.#exactUpTo} limit 1`,
      );
      const other = await connection.get(
        sql`select 1 from pg_stat_progress_create_index p where p.relid = 'vectors'::regclass`,
      );
      return { isBig: last !== undefined, isBusy: other !== undefined, existing: await indexesOf(connection, owner) };
    });
    if (!isBig || existing.some((index) => index.name === name && index.isValid)) return true;
    if (isBusy) return false;
    await this.#dropAll(existing);
    await this.#database.runOutsideTransaction(
      ({ schema, vectorSchema }) => `create index concurrently ${name} on ${quotedName(schema)}.vectors
        using hnsw ((vector::${quotedName(vectorSchema)}.halfvec(${dimensions})) ${quotedName(vectorSchema)}.halfvec_ip_ops)
        where tenant = ${literal(owner.tenant)} and owner = ${literal(owner.owner)}
          and embedder = ${literal(embedder)} and dimensions = ${dimensions}`,
    );
    return true;
  }

  async drop(owner: OwnerKey): Promise<void> {
    await this.#dropAll(
      await this.#database.transact(BEGIN.read, owner.tenant, (connection) => indexesOf(connection, owner)),
    );
  }

  async #dropAll(indexes: readonly VectorIndex[]): Promise<void> {
    for (const { name } of indexes)
      await this.#database.runOutsideTransaction(
        ({ schema }) => `drop index concurrently if exists ${quotedName(schema)}.${name}`,
      );
  }
}

interface VectorIndex {
  readonly name: string;
  readonly isValid: boolean;
}

/** Reads the catalogue alone, which Citus cannot join with tables of its workers. */
const indexesOf = (connection: Connection, owner: OwnerKey): Promise<VectorIndex[]> =>
  connection.all(
    sql`select c.relname::text as name, i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = 'vectors'::regclass and starts_with(c.relname, ${prefixOf(owner)})`,
  );
