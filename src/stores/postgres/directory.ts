import { setTimeout as wait } from 'node:timers/promises';
import { SouvenirError } from '../../errors.ts';
import { BEGIN, type Connection, type PostgresPool, quotedName, transact } from './connection.ts';
import { ownPool } from './open-database.ts';
import type { checkedOptions } from './options.ts';
import { raw, type Sql, sql } from './sql.ts';
import { DATABASE, translateError } from './translate-error.ts';

/** "plac" and the next, the keys of advisory locks: a call that looks up a tenant takes the first, a write also the second. */
const [NODE_LOCK, WRITE_LOCK] = [0x706c6163, 0x706c6164];
/** A call waits this long for a tenant that is being moved. */
const [MAX_WAIT_MS, POLL_MS] = [30_000, 50];

/** Each call uses one connection until it ends. */
const MAX_CONNECTIONS = 50;

const BEGIN_READ_COMMITTED = 'begin isolation level read committed read only';

/** The node of each tenant. A call locks its tenant's node until it ends; a move blocks writes, and at its end reads for a moment. */
export class Directory {
  readonly #pool: PostgresPool;
  readonly #end: () => Promise<void>;
  readonly #table: Sql;
  readonly #adoptedTable: Sql;

  private constructor(pool: PostgresPool, end: () => Promise<void>, schema: string) {
    this.#pool = pool;
    this.#end = end;
    this.#table = raw(`${schema}.places`);
    this.#adoptedTable = raw(`${schema}.adopted`);
  }

  static async open(settings: ReturnType<typeof checkedOptions>): Promise<Directory> {
    const own = 'url' in settings ? await ownPool(settings.url, MAX_CONNECTIONS) : undefined;
    const pool: PostgresPool = 'url' in settings ? (own as PostgresPool) : settings.pool;
    const schema = quotedName(`${settings.schema}_directory`);
    const end = async () => {
      await own?.end();
    };
    try {
      await transact(pool, undefined, BEGIN.write, (connection) => prepare(connection, schema));
      return new Directory(pool, end, schema);
    } catch (error) {
      await end();
      throw error;
    }
  }

  end(): Promise<void> {
    return this.#end();
  }

  /** Acts on the tenant's node, which no move changes meanwhile; the result is discarded if the lock was lost. */
  async withNode<Result>(
    { tenant, isReading }: { readonly tenant: string; readonly isReading: boolean },
    action: (node: string | undefined) => Promise<Result>,
  ): Promise<Result> {
    const keys = isReading ? [NODE_LOCK] : [WRITE_LOCK, NODE_LOCK];
    for (let waited = 0; waited < MAX_WAIT_MS; waited += POLL_MS) {
      const done = await this.#transact(BEGIN_READ_COMMITTED, async (connection) => {
        const lock = sql`select bool_and(pg_try_advisory_xact_lock_shared(key, hashtext(${tenant}))) as "isLocked"
                         from unnest(${keys}::int[]) key`;
        // A waiting call uses no connection.
        if ((await connection.get<{ isLocked: boolean }>(lock))?.isLocked !== true) return undefined;
        return settled(action(await this.#nodeOf(connection, tenant)));
      });
      if (done !== undefined) return done();
      await wait(POLL_MS);
    }
    throw new SouvenirError('storeLocked', 'This tenant is being moved to another database.', {
      advice: 'Nothing was written. Try again.',
    });
  }

  /** The first of several processes that assign a tenant decides. */
  async assign(tenant: string, choose: (counts: ReadonlyMap<string, number>) => string): Promise<void> {
    await this.#transact(BEGIN.write, async (connection) => {
      const rows = await connection.all<{ node: string; count: number }>(
        sql`select p.node, count(p.tenant)::int as count from ${this.#table} p group by p.node`,
      );
      const node = choose(new Map(rows.map(({ node: name, count }) => [name, count])));
      await connection.run(
        sql`insert into ${this.#table} (tenant, node) values (${tenant}, ${node}) on conflict do nothing`,
      );
    });
  }

  async adoptedNodes(): Promise<ReadonlySet<string>> {
    const rows = await this.#transact(BEGIN.read, (connection) =>
      connection.all<{ node: string }>(sql`select a.node from ${this.#adoptedTable} a`),
    );
    return new Set(rows.map(({ node }) => node));
  }

  /** Assigns tenants without a node to the node that stores them. An interrupted run is repeated. */
  async adopt(node: string, pages: AsyncIterable<readonly string[]>): Promise<void> {
    for await (const tenants of pages)
      await this.#transact(BEGIN.write, (connection) =>
        connection.run(sql`insert into ${this.#table} (tenant, node)
          select distinct t, ${node}::text from unnest(${[...tenants]}::text[]) t on conflict do nothing`),
      );
    await this.#transact(BEGIN.write, (connection) =>
      connection.run(sql`insert into ${this.#adoptedTable} (node) values (${node}) on conflict do nothing`),
    );
  }

  async nodesByTenant(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#transact(BEGIN.read, (connection) =>
      connection.all<{ tenant: string; node: string }>(
        sql`select p.tenant, p.node from ${this.#table} p order by p.tenant`,
      ),
    );
    return new Map(rows.map(({ tenant, node }) => [tenant, node]));
  }

  /** Acts once all writes of the tenant have ended, and before another begins; then assigns the tenant to the node that the action returns. */
  async runExclusively(tenant: string, action: (node: string | undefined) => Promise<string>): Promise<void> {
    const done = await this.#transact(BEGIN.write, async (connection) => {
      const lock = (key: number) => sql`select pg_advisory_xact_lock(${key}::int, hashtext(${tenant}))`;
      await connection.run(lock(WRITE_LOCK));
      const acted = await settled(action(await this.#nodeOf(connection, tenant)));
      const node = await acted().catch(() => undefined);
      if (node === undefined) return acted;
      await connection.run(lock(NODE_LOCK));
      await connection.run(sql`update ${this.#table} p set node = ${node} where p.tenant = ${tenant}`);
      return acted;
    });
    await done();
  }

  async #transact<Result>(begin: string, action: (connection: Connection) => Promise<Result>): Promise<Result> {
    try {
      return await transact(this.#pool, undefined, begin, action);
    } catch (error) {
      throw translateError(error, DATABASE);
    }
  }

  async #nodeOf(connection: Connection, tenant: string): Promise<string | undefined> {
    const row = sql`select p.node from ${this.#table} p where p.tenant = ${tenant}`;
    return (await connection.get<{ node: string }>(row))?.node;
  }
}

/** The outcome, which is unwrapped outside the transaction: the action's error is none of the directory's. */
async function settled<Result>(work: Promise<Result>): Promise<() => Promise<Result>> {
  const [outcome] = await Promise.allSettled([work]);
  return async () => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}

/** A role that may not create tables can use an existing directory. */
async function prepare(connection: Connection, schema: string): Promise<void> {
  const query = sql`select to_regclass(${`${schema}.adopted`}) is not null as "exists"`;
  if ((await connection.get<{ exists: boolean }>(query))?.exists === true) return;
  await connection.run(sql`select pg_advisory_xact_lock(${NODE_LOCK}::int, hashtext(${schema}))`);
  await connection.script(`create schema if not exists ${schema};
    create table if not exists ${schema}.places (tenant text collate "C" primary key, node text not null);
    create table if not exists ${schema}.adopted (node text primary key)`);
}
