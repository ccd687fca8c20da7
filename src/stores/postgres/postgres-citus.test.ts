import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embedded, memory, OWNER, vector } from '../../../test/conformance/store/samples.ts';
import { storeConformance } from '../../../test/conformance/store.ts';
import { type CitusCluster, citusCluster, citusMissing } from '../../../test/support/citus.ts';
import { emptyStores } from '../../../test/support/postgres.ts';
import { callsOf } from '../../../test/support/store-calls.ts';
import type { Store } from '../../contracts/store.ts';
import type { PostgresPool } from './connection.ts';
import { distribute } from './distribute.ts';
import { inspect, TABLES } from './migrations.ts';
import { postgresStore } from './postgres-store.ts';

const reason = citusMissing && `: ${citusMissing}`;
const SCHEMA = `citus_${process.pid}`;
const TENANTS = ['acme', 'beta', 'gamma'];
const ownerOf = (tenantId: string) => ({ ...OWNER, tenantId });
const near = { embedderId: 'embedder', vector: vector(1, 0), filter: {}, limit: 3 };

describe.skipIf(reason !== '')(`the PostgreSQL store on Citus${reason}`, { tags: ['long'] }, () => {
  let cluster: CitusCluster;
  let admin: pg.Pool;
  /** Of a role that owns nothing and is subject to row-level security. */
  let plain: pg.Pool;
  let empty: () => Store;

  const prepare = async (schema: string) => {
    await distribute(admin, schema);
    await admin.query(`grant usage on schema ${schema} to ${cluster.plainRole};
      grant all on all tables in schema ${schema} to ${cluster.plainRole}`);
  };

  beforeAll(async () => {
    cluster = await citusCluster();
    admin = new pg.Pool({ connectionString: cluster.url, max: 8 });
    plain = new pg.Pool({ connectionString: cluster.plainUrl, max: 8 });
    empty = emptyStores(admin, { used: plain, prepare });
    // The tables contain rows before they are distributed.
    const before = postgresStore({ pool: admin, schema: SCHEMA });
    await before.open();
    for (const tenant of TENANTS)
      await before.write(ownerOf(tenant), {
        memories: [memory('m', { ...ownerOf(tenant), content: `of ${tenant}` })],
        vectors: [embedded('m', vector(1, 0))],
      });
    await prepare(SCHEMA);
  });
  afterAll(async () => {
    await admin.query(`drop schema ${SCHEMA} cascade`);
    await Promise.all([admin.end(), plain.end()]);
    await cluster.remove();
  });

  test('`distribute` spreads every table by tenant, and a second call changes nothing', async () => {
    const shards = async () =>
      (
        await admin.query<{ name: string; by: string | null; id: number }>(
          `select c.relname as name, column_to_column_name(d.logicalrelid, d.partkey) as by, d.colocationid as id
           from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
           where c.relnamespace = '${SCHEMA}'::regnamespace order by 1`,
        )
      ).rows;
    const before = await shards();
    expect(before.filter(({ by }) => by === 'tenant').map(({ name }) => name)).toEqual([...TABLES].sort());
    expect(before.filter(({ by }) => by === null).map(({ name }) => name)).toEqual(['schema_version']);
    expect(new Set(before.filter(({ by }) => by === 'tenant').map(({ id }) => id)).size).toBe(1);
    await distribute(admin, SCHEMA);
    expect(await shards()).toEqual(before);
  });

  test('`distribute` by a plain owner keeps the rows of its tables', async () => {
    const schema = `${SCHEMA}_owned`;
    await admin.query(`create schema ${schema} authorization ${cluster.plainRole}`);
    const store = postgresStore({ pool: plain, schema });
    await store.open();
    await store.write(OWNER, { memories: [memory('m')] });
    await distribute(plain, schema);
    expect(await store.getMemories(OWNER, ['m'])).toMatchObject([{ id: 'm' }]);
    // The owner of tables that Citus can move is not subject to row-level security, which `souvenir doctor` reports.
    expect(await inspect(plain, schema)).toMatchObject({ isUnwalled: true });
    expect(await inspect(plain, SCHEMA)).toMatchObject({ isUnwalled: false });
    await admin.query(`drop schema ${schema} cascade`);
  });

  test('a role that owns no table sees the rows of one tenant, also where a statement asks for all', async () => {
    const client = await plain.connect();
    try {
      const contents = async () => (await client.query(`select content from ${SCHEMA}.memories`)).rows;
      expect(await contents()).toEqual([]);
      await client.query("begin; select set_config('citus.propagate_set_commands', 'local', true)");
      await client.query("set local souvenir.tenant = 'beta'");
      expect(await contents()).toEqual([{ content: 'of beta' }]);
      expect((await client.query(`update ${SCHEMA}.memories set accesses = 9`)).rowCount).toBe(1);
      const foreign = `insert into ${SCHEMA}.notes values ('gamma', '${'0'.repeat(32)}', 'n', '1')`;
      await expect(client.query(foreign)).rejects.toThrow('row-level security');
    } finally {
      await client.query('rollback');
      client.release();
    }
    const store = postgresStore({ pool: plain, schema: SCHEMA });
    await store.open();
    for (const tenant of TENANTS)
      expect(await store.getMemories(ownerOf(tenant), ['m'])).toMatchObject([{ content: `of ${tenant}` }]);
    expect((await store.owners()).map(({ tenantId }) => tenantId)).toEqual(TENANTS);
  });

  test('every statement of a tenant is one task of one worker', async () => {
    const plans: { text: string; tasks: unknown }[] = [];
    const explaining: PostgresPool = {
      connect: async () => {
        const client = await plain.connect();
        return {
          query: async (query) => {
            if (typeof query === 'object' && !/from pg_\w+/.test(query.text)) {
              const explained = { ...query, text: `explain (format json) ${query.text}` };
              const { rows } = await client.query(explained as pg.QueryConfig);
              const matches = JSON.stringify(rows[0]['QUERY PLAN']);
              const tasks = matches.includes('"Subplans"') ? 'a subplan' : /"Task Count":(\d+)/.exec(matches)?.[1];
              plans.push({ text: query.text, tasks });
            }
            return client.query(query as pg.QueryConfig);
          },
          release: (error) => client.release(error),
        };
      },
    };
    const store = postgresStore({ pool: explaining, schema: SCHEMA });
    await store.open();
    plans.length = 0;
    const scope = { ...ownerOf('acme'), userId: 'eve' };
    await store.write(scope, { memories: [memory('m', scope), memory('n', scope)] });
    for (const call of Object.values(await callsOf(store, scope))) await call();
    expect(plans.length).toBeGreaterThan(50);
    expect(plans.filter(({ tasks }) => tasks !== '1')).toEqual([]);
  });

  test('an owner of the tables gets an index of the vectors of a big owner on the workers, and finds by it', async () => {
    const store = postgresStore({ pool: admin, schema: SCHEMA, exactUpTo: 2 });
    await store.open();
    const scope = { ...ownerOf('beta'), userId: 'big' };
    const ids = Array.from({ length: 9 }, (_, n) => `v${n}`);
    await store.write(scope, {
      memories: ids.map((id) => memory(id, scope)),
      vectors: ids.map((id, n) => embedded(id, vector(1, n))),
    });
    const exact = await store.searchVector(scope, near);
    const valid = `select 1 from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = '${SCHEMA}.vectors'::regclass and c.relname like 'near%' and i.indisvalid`;
    while ((await admin.query(valid)).rows.length === 0) await wait(20);
    expect(await store.searchVector(scope, near)).toEqual(exact);
  });

  test('a tenant that Citus gives a shard of its own and moves to another worker loses nothing that four writers write', async () => {
    const store = postgresStore({ pool: plain, schema: SCHEMA });
    await store.open();
    const scope = ownerOf('gamma');
    const written: string[] = [];
    let isMoving = true;
    const lane = async (_: unknown, writer: number) => {
      for (let n = 0; isMoving || n < 20; n++) {
        const id = `${writer} ${n}`;
        await store.write(scope, {
          memories: [memory(id, { ...scope, content: `turn ${id}` })],
          vectors: [embedded(id, vector(1, n))],
        });
        written.push(id);
      }
    };
    const shard = `select p.shardid as id, p.nodeport as port from pg_dist_shard_placement p
      where p.shardid = get_shard_id_for_distribution_column('${SCHEMA}.owners', 'gamma'::text)`;
    const lanes = Promise.all(Array.from({ length: 4 }, lane));
    const move = async () => {
      while (written.length < 20) await wait(20);
      await admin.query(`select isolate_tenant_to_new_shard('${SCHEMA}.owners', 'gamma'::text, 'CASCADE',
        shard_transfer_mode => 'block_writes')`);
      const { rows: before } = await admin.query(shard);
      const other = `select n.nodename, n.nodeport from pg_dist_node n
        where n.groupid <> 0 and n.nodeport <> ${before[0].port} limit 1`;
      await admin.query(`select citus_move_shard_placement(${before[0].id}, f.nodename, f.nodeport, t.nodename, t.nodeport,
        'force_logical') from pg_dist_node f, (${other}) t where f.nodeport = ${before[0].port}`);
      return [before[0].port, (await admin.query(shard)).rows[0].port];
    };
    const moving = move().finally(() => {
      isMoving = false;
    });
    const [[from, to]] = await Promise.all([moving, lanes]);
    expect(to).not.toBe(from);
    const { rows } = await admin.query<{ id: string }>(
      `select id from ${SCHEMA}.memories where tenant = 'gamma' and id <> 'm'`,
    );
    expect(rows.map(({ id }) => id).sort()).toEqual([...written].sort());
    const listed = await store.listMemories(scope, { filter: {}, limit: written.length + 10 });
    expect(listed).toHaveLength(written.length + 1);
  });

  storeConformance('postgresStore on Citus', () => empty());
});
