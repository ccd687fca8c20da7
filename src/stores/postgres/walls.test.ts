import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embedded, memory, OWNER, vector } from '../../../test/conformance/store/samples.ts';
import { testServer } from '../../../test/support/postgres.ts';
import { callsOf } from '../../../test/support/store-calls.ts';
import type { Store } from '../../contracts/store.ts';
import { postgresStore } from './postgres-store.ts';

const server = await testServer();
const url = 'url' in server ? server.url : '';
const reason = 'missing' in server ? `: ${server.missing}` : '';
const SCHEMA = `walls_${process.pid}`;
const TENANTS = ['acme', "o'brien \\", 'other'];
const NEAR = `select 1 from pg_index where indrelid = '${SCHEMA}.vectors'::regclass and indpred is not null and indisvalid`;
const ownerOf = (tenantId: string) => ({ ...OWNER, tenantId });

describe.skipIf(reason !== '')(`the tables${reason}`, () => {
  const admin = new pg.Pool({ connectionString: url, max: 4 });
  const role = `role_${process.pid}`;
  const asRole = new URL(url || 'postgres://localhost');
  asRole.username = role;
  asRole.password = 'weak';

  const near = (store: Store) =>
    store.searchVector(OWNER, { embedderId: 'embedder', vector: vector(1, 0), filter: {}, limit: 1 });

  beforeAll(async () => {
    const store = postgresStore({ pool: admin, schema: SCHEMA, exactUpTo: 0 });
    await store.open();
    for (const tenant of TENANTS)
      await store.write(ownerOf(tenant), { memories: [memory('m', { ...ownerOf(tenant), content: `of ${tenant}` })] });
    await store.write(ownerOf('acme'), { vectors: [embedded('m', vector(1, 0))] });
    await near(store);
    while ((await admin.query(NEAR)).rows.length === 0) await wait(20);
    await admin.query(`create role ${role} login password 'weak' nosuperuser nobypassrls`);
    await admin.query(`grant usage on schema ${SCHEMA} to ${role}`);
    await admin.query(`grant all on all tables in schema ${SCHEMA} to ${role}`);
  });
  afterAll(async () => {
    await admin.query(`drop schema ${SCHEMA} cascade; drop owned by ${role}; drop role ${role}`);
    await admin.end();
  });

  test('have the tenant first in every key and index, or in what an index is restricted to, and no sequence', async () => {
    const { rows } = await admin.query<{ index: string; first: string }>(
      `select c.relname as index,
         coalesce(a.attname, substring(pg_get_expr(i.indpred, i.indrelid) from '^\\W*(\\w+) = ')) as first
       from pg_index i join pg_class c on c.oid = i.indexrelid
       left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where c.relnamespace = '${SCHEMA}'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(({ index }) => index.startsWith('near_'))).toHaveLength(1);
    expect(rows.filter(({ first }) => first !== 'tenant')).toEqual([]);
    const sequences = await admin.query(`select 1 from pg_sequences where schemaname = '${SCHEMA}'`);
    expect(sequences.rows).toEqual([]);
  });

  test('show a role without special rights the rows of one tenant, also where a statement asks for all', async () => {
    const client = new pg.Client({ connectionString: asRole.href });
    await client.connect();
    try {
      const seen = async () =>
        (await client.query<{ content: string }>(`select content from ${SCHEMA}.memories`)).rows.map(
          (row) => row.content,
        );
      expect(await seen()).toEqual([]);
      await client.query("begin; set local souvenir.tenant = 'acme'");
      expect(await seen()).toEqual(['of acme']);
      expect((await client.query(`update ${SCHEMA}.memories set accesses = 9`)).rowCount).toBe(1);
      const foreign = `insert into ${SCHEMA}.notes select 'other', owner, 'n', '1' from ${SCHEMA}.owners`;
      await expect(client.query(foreign)).rejects.toThrow('row-level security');
      await client.query('rollback');
      expect(await seen()).toEqual([]);
    } finally {
      await client.end();
    }
  });

  test('let the planner expect as many rows of an owner as there are, also of such a role', async () => {
    const [tenants, rows] = [50, 20];
    await admin.query(`insert into ${SCHEMA}.terms select 'planned ' || t, md5(t::text)::uuid, n::text, 0, 1
      from generate_series(1, ${tenants}) t, generate_series(1, ${rows}) n; analyze ${SCHEMA}.terms`);
    const client = new pg.Client({ connectionString: asRole.href });
    await client.connect();
    try {
      await client.query("begin; set local souvenir.tenant = 'planned 7'");
      const { rows: reported } = await client.query(`explain (format json)
        select from ${SCHEMA}.terms where tenant = 'planned 7' and owner = md5('7')::uuid`);
      expect(reported[0]['QUERY PLAN'][0].Plan['Plan Rows']).toBeCloseTo(rows, -1);
    } finally {
      await client.end();
      await admin.query(`delete from ${SCHEMA}.terms where tenant ^@ 'planned '`);
    }
  });

  test('let such a role use what is ready, under any name of a tenant', async () => {
    const store = postgresStore({ url: asRole.href, schema: SCHEMA });
    await store.open();
    try {
      for (const tenant of TENANTS)
        expect(await store.getMemories(ownerOf(tenant), ['m'])).toMatchObject([{ content: `of ${tenant}` }]);
      expect((await store.owners()).map(({ tenantId }) => tenantId)).toEqual(TENANTS);
      await store.write(OWNER, { notes: [{ name: 'note', value: 'kept' }] });
      expect(await store.noteOf(OWNER, 'note')).toBe('kept');
    } finally {
      await store.close();
    }
  });

  test('are searched by a role that may not make an index of vectors, which it tries once', async () => {
    const pool = new pg.Pool({ connectionString: asRole.href, max: 2 });
    const tried: string[] = [];
    const watched = {
      connect: async () => {
        const client = await pool.connect();
        return {
          query: (query: Parameters<pg.PoolClient['query']>[0]) => {
            if (String(query).startsWith('create index')) tried.push(String(query));
            return client.query(query as string);
          },
          release: (error?: Error) => client.release(error),
        };
      },
    };
    const store = postgresStore({ pool: watched, schema: SCHEMA, exactUpTo: 0 });
    await store.open();
    const [user, fields] = [
      { ...OWNER, userId: 'bea' },
      { embedderId: 'embedder', filter: {}, limit: 1 },
    ];
    await store.write(user, { memories: [memory('v', user)], vectors: [embedded('v', vector(1, 0))] });
    for (let n = 0; n < 3; n++)
      expect(await store.searchVector(user, { ...fields, vector: vector(1, 0) })).toMatchObject([{ memoryId: 'v' }]);
    while (tried.length === 0) await wait(20);
    await store.close();
    await pool.end();
    expect(tried).toHaveLength(1);
  });

  test('are made by a role that may, or it is told what it lacks', async () => {
    const store = postgresStore({ url: asRole.href, schema: `${SCHEMA}_new` });
    await expect(store.open()).rejects.toMatchObject({
      code: 'storeUnwritable',
      advice: expect.stringContaining('grant'),
    });
    await admin.query(`create schema ${SCHEMA}_new authorization ${role}`);
    await store.open();
    await store.close();
    await admin.query(`drop schema ${SCHEMA}_new cascade`);
  });

  test('are made once, whoever comes first', async () => {
    const schema = `${SCHEMA}_race`;
    const stores = Array.from({ length: 4 }, () => postgresStore({ pool: admin, schema }));
    await Promise.all(stores.map((store) => store.open()));
    const { rows } = await admin.query(`select version from ${schema}.schema_version`);
    expect(rows).toEqual([{ version: 4 }]);
    await admin.query(`update ${schema}.schema_version set version = 99`);
    const older = postgresStore({ pool: admin, schema });
    await expect(older.open()).rejects.toMatchObject({ code: 'storeNewerSchema' });
    await admin.query(`drop schema ${schema} cascade`);
  });

  test('are asked under their tenant by every statement, and by none that is prepared', async () => {
    const asked: { text: string; name?: unknown }[] = [];
    const watched = {
      connect: async () => {
        const client = await admin.connect();
        return {
          query: (query: Parameters<pg.PoolClient['query']>[0]) => {
            if (typeof query === 'object') asked.push(query as { text: string });
            return client.query(query as string);
          },
          release: (error?: Error) => client.release(error),
        };
      },
    };
    const store = postgresStore({ pool: watched, schema: SCHEMA });
    await store.open();
    asked.length = 0;
    const calls = await callsOf(store, OWNER);
    const others = ['name', 'exactUpTo', 'unreached', 'open', 'close', 'write'];
    expect([...Object.keys(calls), ...others].sort()).toEqual(Object.keys(store).sort());
    for (const call of Object.values(calls)) {
      const before = asked.length;
      await call();
      expect(asked.length).toBeGreaterThan(before);
    }
    expect(asked.length).toBeGreaterThan(25);
    // The catalogue knows no tenants: which indexes there are is asked by a name made of the owner's key.
    const ofTables = asked.filter(({ text }) => !/from pg_index\b/.test(text));
    expect(ofTables.filter(({ text }) => !/\btenant\b/.test(text))).toEqual([]);
    expect(asked.filter(({ name }) => name !== undefined)).toEqual([]);
  });
});
