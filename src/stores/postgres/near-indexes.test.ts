import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { manyVectorCases } from '../../../test/conformance/store/many-vectors.ts';
import { embedded, ids, memory, OWNER, vector } from '../../../test/conformance/store/samples.ts';
import { plainDatabase, testServer } from '../../../test/support/postgres.ts';
import type { Store } from '../../contracts/store.ts';
import type { PostgresPool } from './connection.ts';
import { postgresStore } from './postgres-store.ts';

const server = await testServer();
const reason = 'missing' in server ? `: ${server.missing}` : '';
const EXACT_UP_TO = 200;
const INDEX = `select c.relname as name, pg_get_expr(i.indpred, i.indrelid) as of, i.indisvalid as valid,
    pg_stat_get_numscans(c.oid)::int as scans
  from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname like 'near\\_%' order by c.relname`;

describe.skipIf(reason !== '')(`an index of the vectors of a big owner${reason}`, async () => {
  const database = 'url' in server ? await plainDatabase(server.url) : undefined;
  const pool = new pg.Pool({ connectionString: database?.url, max: 4 });
  const plans: string[] = [];
  let looks = 0;
  let collisions = 0;
  /** Every statement is explained first. */
  const explaining: PostgresPool = {
    connect: async () => {
      const client = await pool.connect();
      return {
        query: async (query) => {
          if (typeof query === 'object' && /<#>/.test(query.text)) {
            const { rows } = await client.query({ ...query, text: `explain ${query.text}` } as pg.QueryConfig);
            plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
          }
          if (typeof query === 'string' && query.startsWith('create index') && collisions > 0) {
            collisions -= 1;
            throw Object.assign(new Error('relation already exists'), { code: '42P07' });
          }
          const answer = await client.query(query as pg.QueryConfig);
          if (typeof query === 'object' && query.text.includes('pg_stat_progress_create_index')) looks += 1;
          return answer;
        },
        release: (error) => client.release(error),
      };
    },
  };
  let store: Store;
  beforeEach(async () => {
    store = postgresStore({ pool: explaining, exactUpTo: EXACT_UP_TO });
    await store.open();
    plans.length = 0;
  });
  afterEach(async () => {
    await store.close();
    await pool.query('drop schema souvenir cascade');
    vi.restoreAllMocks();
  });
  afterAll(async () => {
    await pool.end();
    await database?.remove();
  });

  const search = (fields: object = {}, owner = OWNER) =>
    store.searchVector(owner, { embedderId: 'embedder', vector: vector(1, 0, 0), filter: {}, limit: 5, ...fields });
  const indexes = async () =>
    (await pool.query<{ name: string; of: string; valid: boolean; scans: number }>(INDEX)).rows;
  /** A search has it begun, and does not wait for it. */
  async function made(embedderId: string, dimensions: number): Promise<void> {
    await search({ embedderId, vector: vector(1, ...Array.from({ length: dimensions - 1 }, () => 0)) });
    while (!(await indexes()).some(({ valid }) => valid)) await wait(20);
    plans.length = 0;
  }
  const fill = (count: number, owner = OWNER, embedderId = 'embedder') =>
    store.write(owner, {
      memories: Array.from({ length: count }, (_, n) =>
        memory(`m${n}`, { ...owner, ...(n % 50 === 49 && { status: 'archived' }) }),
      ),
      vectors: Array.from({ length: count }, (_, n) =>
        embedded(`m${n}`, vector(Math.cos(n), Math.sin(n), 1), embedderId),
      ),
    });

  manyVectorCases(() => store, made);

  test('is made for an owner with more memories than the store is exact for, of its rows alone, and used', async () => {
    const quoting = { ...OWNER, tenantId: "o'brien \\" };
    await fill(EXACT_UP_TO);
    const exact = await search();
    expect(await indexes()).toEqual([]);
    await store.write(OWNER, { memories: [memory('one')], vectors: [embedded('one', vector(0, 0, -1))] });
    await made('embedder', 3);
    expect(await search()).toEqual(exact);
    expect(plans).toEqual([expect.stringContaining('using near_')]);
    await fill(EXACT_UP_TO + 1, quoting);
    await search({}, quoting);
    while ((await indexes()).filter(({ valid }) => valid).length < 2) await wait(20);
    for (const { of } of await indexes())
      expect(of).toMatch(/^\(\(tenant = '.*'::text\) AND \(owner = '[-0-9a-f]+'::uuid\)/);
    expect(ids(await search({}, quoting))).toEqual(ids(exact));
  });

  test('is not needed for a few, of whom the least ids come first among those as near', async () => {
    const same = Array.from({ length: 40 }, (_, n) => `m${39 - n}`);
    await store.write(OWNER, {
      memories: same.map((id) => memory(id)),
      vectors: same.map((id) => embedded(id, vector(1, 0, 0))),
    });
    expect(ids(await search())).toEqual([...same].sort().slice(0, 5));
    expect(await indexes()).toEqual([]);
  });

  test('is left for a comparison of all where fewer pass than asked for, and for the past', async () => {
    await fill(EXACT_UP_TO * 2);
    await made('embedder', 3);
    const used = () => plans.splice(0).map((plan) => plan.includes('using near_'));
    expect(await search({ filter: { statuses: ['archived'] } })).toHaveLength(5);
    expect(used()).toEqual([true, false]);
    await search({ filter: { asOf: new Date() } });
    await search({ filter: { ids: ['m1'] } });
    expect(used()).toEqual([false, false]);
  });

  test('is not waited for by a store that closes, and is ready for the next', async () => {
    await fill(EXACT_UP_TO + 1);
    const own = postgresStore({ url: database?.url ?? '', exactUpTo: EXACT_UP_TO });
    await own.open();
    const writing = await pool.connect();
    await writing.query('begin; lock table souvenir.vectors in row exclusive mode');
    await own.searchVector(OWNER, { embedderId: 'embedder', vector: vector(1, 0, 0), filter: {}, limit: 1 });
    while ((await indexes()).length === 0) await wait(20);
    await own.close();
    expect(await indexes()).toMatchObject([{ valid: false }]);
    await writing.query('rollback');
    writing.release();
    while (!(await indexes())[0]?.valid) await wait(20);
    await search();
    expect(plans).toEqual([expect.stringContaining('using near_')]);
  });

  test('is tried again soon where another was being made, or was made at the same moment', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const other = { ...OWNER, userId: 'other' };
    for (const owner of [OWNER, other]) await fill(EXACT_UP_TO + 1, owner);
    const writing = await pool.connect();
    await writing.query('begin; lock table souvenir.vectors in row exclusive mode');
    await search();
    while ((await indexes()).length === 0) await wait(20);
    looks = 0;
    await search({}, other);
    while (looks === 0) await wait(20);
    await writing.query('rollback');
    writing.release();
    while (!(await indexes())[0]?.valid) await wait(20);
    expect(await indexes()).toHaveLength(1);
    collisions = 1;
    while ((await indexes()).filter(({ valid }) => valid).length < 2) await search({}, other);
    expect(collisions).toBe(0);
  });

  test('goes with its owner, and with the embedder that it was for', async () => {
    await fill(EXACT_UP_TO + 1);
    await made('embedder', 3);
    const [before] = await indexes();
    const of = Array.from({ length: EXACT_UP_TO + 1 }, (_, n) => `m${n}`);
    await store.write(OWNER, { vectors: of.map((id) => embedded(id, vector(1, 1), 'another')) });
    await search({ embedderId: 'another', vector: vector(1, 0) });
    for (
      let stored = [before];
      stored.some((each) => each?.name === before?.name) || !stored[0]?.valid;
      stored = await indexes()
    )
      await wait(20);
    expect(await indexes()).toMatchObject([{ of: expect.stringContaining("'another'") }]);
    await store.erase(OWNER, { memoryIds: of, episodeIds: [] });
    await store.eraseOwner(OWNER);
    expect(await indexes()).toEqual([]);
  });

  test('stays over nothing where a role erases its owner that may not drop it', async () => {
    await fill(EXACT_UP_TO + 1);
    await made('embedder', 3);
    const [url, asAdmin] = [new URL(database?.url ?? ''), new URL('url' in server ? server.url : '')];
    asAdmin.pathname = url.pathname;
    url.username = `guest_${process.pid}`;
    const admin = new pg.Pool({ connectionString: asAdmin.href, max: 1 });
    await admin.query(`create role ${url.username} login password '${url.password}' nosuperuser nobypassrls;
      grant usage on schema souvenir to ${url.username};
      grant all on all tables in schema souvenir to ${url.username}`);
    const guest = postgresStore({ url: url.href, exactUpTo: EXACT_UP_TO });
    try {
      await guest.open();
      const of = Array.from({ length: EXACT_UP_TO + 1 }, (_, n) => `m${n}`);
      await guest.erase(OWNER, { memoryIds: of, episodeIds: [] });
      await guest.eraseOwner(OWNER);
      expect(await store.owners()).toEqual([]);
      expect(await indexes()).toHaveLength(1);
    } finally {
      await guest.close();
      await admin.query(`drop owned by ${url.username}; drop role ${url.username}`);
      await admin.end();
    }
  });
});
