import pg from 'pg';
import { expect, test } from 'vitest';
import { postgresStore } from '../../src/stores/postgres/postgres-store.ts';
import { memory, OWNER } from '../conformance/store/samples.ts';
import { testServer } from '../support/postgres.ts';
import { attackTenants } from './tenants/tenants.ts';
import { marked, WatchedReads, withoutWhere } from './tenants/watched-reads.ts';

const server = await testServer();
const url = 'url' in server ? server.url : '';
const reason = 'missing' in server ? `: ${server.missing}` : '';
const NOTHING = { foreign: [], lost: [], doubled: [] };

test.skipIf(reason !== '')(
  `no tenant is told of another, also where statements do not ask for one, and each turn is extracted once${reason}`,
  async () => {
    const attack = { tenants: 6, clients: 4, workers: 1, seconds: 0, leastReads: 400 };
    const report = await attackTenants(url, attack, 20260301);
    expect(report).toMatchObject(NOTHING);
    expect(report.withoutWhere).toBeGreaterThan(150);
    expect(report.turns).toBeGreaterThanOrEqual(18);
  },
);

test.skipIf(reason !== '')(`that holds while workers are killed${reason}`, { tags: ['long'] }, async () => {
  const attack = { tenants: 40, clients: 8, workers: 2, seconds: 30, leastReads: 5000, killEveryS: 10 };
  const report = await attackTenants(url, attack, 20260301);
  expect(report).toMatchObject(NOTHING);
  expect(report.kills).toBeGreaterThan(1);
});

test.skipIf(reason !== '')(`the watch tells where there is no wall: to who stands above it${reason}`, async () => {
  const pool = new pg.Pool({ connectionString: url });
  const schema = `watched_${process.pid}`;
  const reads = new WatchedReads();
  const store = reads.over(postgresStore({ pool: withoutWhere(pool), schema }));
  await store.open();
  const owners = ['t1', 't2'].map((tenantId) => ({ ...OWNER, tenantId }));
  const walled = postgresStore({ pool, schema });
  await walled.open();
  for (const owner of owners)
    await walled.write(owner, { memories: [memory('m', { ...owner, content: marked('said', owner.tenantId) })] });
  for (const owner of owners) await store.listMemories(owner, { filter: {}, limit: 9 });
  expect(reads).toMatchObject({
    reads: 2,
    foreign: [expect.stringContaining('of t1 tells of t2'), expect.any(String)],
  });
  expect(reads.foreignIds(new Map([['m', 't1']]))).toEqual(['t2 is told of m']);
  await pool.query(`drop schema ${schema} cascade`);
  await pool.end();
});
