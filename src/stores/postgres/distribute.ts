import { SouvenirError } from '../../errors.ts';
import { BEGIN, type Connection, type PostgresPool, quotedName, transact } from './connection.ts';
import { lockSchema, migrate, TABLES } from './migrations.ts';
import { ownPool } from './open-database.ts';
import { checkedOptions } from './options.ts';
import { raw, sql } from './sql.ts';
import { DATABASE, translateError } from './translate-error.ts';

/** Distributes the tables and their rows by tenant over the workers of Citus: all rows of a tenant are on one worker. */
export async function distribute(pool: PostgresPool, schema: string): Promise<void> {
  await transact(pool, undefined, BEGIN.write, assertCitus);
  await migrate(pool, schema);
  await transact(pool, undefined, BEGIN.write, async (connection) => {
    await lockSchema(connection, schema);
    const distributed = await distributedTables(connection, schema);
    const qualified = (table: string) => `${quotedName(schema)}.${table}`;
    for (const table of TABLES.filter((name) => !distributed.has(name))) {
      const colocated = table === 'owners' ? 'none' : qualified('owners');
      // Citus moves a shard under a role of the owner, which cannot write while row-level security is forced on the owner.
      await connection.run(raw(`alter table ${qualified(table)} no force row level security`));
      await connection.run(
        sql`select create_distributed_table(${qualified(table)}::regclass, 'tenant', colocate_with => ${colocated})`,
      );
    }
    if (!distributed.has('schema_version'))
      await connection.run(sql`select create_reference_table(${qualified('schema_version')}::regclass)`);
  });
}

async function assertCitus(connection: Connection): Promise<void> {
  if ((await connection.get(sql`select from pg_extension e where e.extname = 'citus'`)) !== undefined) return;
  throw new SouvenirError('storeFailed', 'The PostgreSQL database does not have the extension citus.', {
    advice:
      'Run `create extension citus` on the coordinator and on every worker, add the workers with `citus_add_node`, then run this again.',
  });
}

async function distributedTables(connection: Connection, schema: string): Promise<ReadonlySet<string>> {
  const rows = await connection.all<{ name: string }>(
    sql`select c.relname::text as name from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
        where c.relnamespace = to_regnamespace(${quotedName(schema)})`,
  );
  return new Set(rows.map(({ name }) => name));
}

export async function distributeDatabase(url: string): Promise<void> {
  const { schema } = checkedOptions({ url });
  const pool = await ownPool(url);
  try {
    await distribute(pool, schema);
  } catch (error) {
    throw translateError(error, DATABASE);
  } finally {
    await pool.end();
  }
}
