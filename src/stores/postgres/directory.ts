import { setTimeout as wait } from 'node:timers/promises';
import { SouvenirError } from '../../errors.ts';
import { BEGIN, type Connection, type PostgresPool, quotedName, transact } from './connection.ts';
import { ownPool } from './open-database.ts';
import type { checkedOptions } from './options.ts';
import { raw, type Sql, sql } from './sql.ts';
import { DATABASE, translateError } from './translate-error.ts';

/** "plac" and the next in the keys of advisory locks: whoever asks where a tenant is holds the one, whoever writes the other too. */
const [NODE_LOCK, WRITE_LOCK] = [0x706c6163, 0x706c6164];
/** How long a call waits for a tenant that is being moved, and how often it asks. */
const [MAX_WAIT_MS, POLL_MS] = [30_000, 50];

/** A call holds a connection while it lasts. */
const MAX_CONNECTIONS = 50;

const BEGIN_READ_COMMITTED = 'begin isolation level read committed read only';

/** Which node each tenant is on. A call holds the place of its tenant while it lasts; a move keeps writes away, and at its end reads for a moment. */
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

  /** Acts where the tenant is, which no move changes meanwhile; what it resolves to is lost if the place could not be held to the end. */
  async withNode<Result>(
    { tenant, isReading }: { readonly tenant: string; readonly isReading: boolean },
    action: (node: string | undefined) => Promise<Result>,
  ): Promise<Result> {
    const keys = isReading ? [NODE_LOCK] : [WRITE_LOCK, NODE_LOCK];
    for (let waited = 0; waited < MAX_WAIT_MS; waited += POLL_MS) {
      const done = await this.#transact(BEGIN_READ_COMMITTED, async (connection) => {
        const lock = sql`select bool_and(pg_try_advisory_xact_lock_shared(key, hashtext(${tenant}))) as "isLocked"
                         from unnest(${keys}::int[]) key`;
        // A connection is not kept from others while it waits.
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

  /** Of several processes that place a tenant the first does. */
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

  /** The nodes whose tenants all have a place. */
  async adoptedNodes(): Promise<ReadonlySet<string>> {
    const rows = await this.#transact(BEGIN.read, (connection) =>
      connection.all<{ node: string }>(sql`select a.node from ${this.#adoptedTable} a`),
    );
    return new Set(rows.map(({ node }) => node));
  }

  /** Tenants that have no place yet are on the node that holds them. Cut short, it is done again. */
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

  /** Acts once every write of the tenant has ended, and before any other begins; then its place is what the action returns. */
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

/** How it ended, to be told outside the transaction: its error is none of the directory's. */
async function settled<Result>(work: Promise<Result>): Promise<() => Promise<Result>> {
  const [outcome] = await Promise.allSettled([work]);
  return async () => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}

/** A role that may create nothing can use a directory that is there. */
async function prepare(connection: Connection, schema: string): Promise<void> {
  const query = sql`select to_regclass(${`${schema}.adopted`}) is not null as "isThere"`;
  if ((await connection.get<{ isThere: boolean }>(query))?.isThere === true) return;
  await connection.run(sql`select pg_advisory_xact_lock(${NODE_LOCK}::int, hashtext(${schema}))`);
  await connection.script(`create schema if not exists ${schema};
    create table if not exists ${schema}.places (tenant text collate "C" primary key, node text not null);
    create table if not exists ${schema}.adopted (node text primary key)`);
}
