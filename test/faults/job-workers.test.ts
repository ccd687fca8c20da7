import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { expect, test } from 'vitest';
import type { JobRunner } from '../../src/contracts/jobs.ts';
import { createSouvenir, defineAgent, memoryStore, type Owner, type Store } from '../../src/index.ts';
import { postgresJobs, postgresStore } from '../../src/stores/postgres/postgres-store.ts';
import { keeper } from '../support/keeper.ts';
import { testServer } from '../support/postgres.ts';

const WORKER = fileURLToPath(new URL('job-worker.ts', import.meta.url));
const server = await testServer();
const url = 'url' in server ? server.url : '';
const reason = 'missing' in server ? `: ${server.missing}` : '';
const SESSIONS = 4;
const TURNS = 3;
const AT = new Date('2026-03-01T09:00:00Z');

const ownersOf = (count: number): Owner[] =>
  Array.from({ length: count }, (_, n) => ({ tenantId: `t${n % 3}`, userId: `u${n}`, agentId: 'default' }));

const open = (store: Store, jobs?: JobRunner) =>
  createSouvenir({
    ...{ store, embedder: null, agents: defineAgent({ components: [keeper()] }) },
    ...(jobs && { jobs }),
  });

async function tell(store: Store, owners: readonly Owner[], jobs?: JobRunner) {
  const souvenir = await open(store, jobs);
  for (const owner of owners)
    for (let session = 0; session < SESSIONS; session++) {
      const handle = souvenir.for({ ...owner, sessionId: `s${session}` });
      for (let turn = 0; turn < TURNS; turn++)
        await handle.record({ content: `${owner.userId} said ${session}-${turn}.`, occurredAt: AT });
      await handle.flush();
    }
  return souvenir;
}

const madeIn = async (store: Store, owners: readonly Owner[]): Promise<string[]> => {
  const pages = await Promise.all(owners.map((owner) => store.listMemories(owner, { filter: {}, limit: 1000 })));
  return pages
    .flat()
    .map(({ content }) => content)
    .sort();
};

/** What a run makes that nothing interrupts. */
async function uninterrupted(owners: readonly Owner[]): Promise<string[]> {
  const store = memoryStore();
  const souvenir = await tell(store, owners);
  for (const owner of owners) await souvenir.for(owner).consolidate();
  const made = await madeIn(store, owners);
  await souvenir.close();
  return made;
}

async function survives(
  count: number,
  modelMs: number,
  kills: number,
  killAt: (worker: ChildProcess) => Promise<unknown>,
) {
  const schema = `workers_${process.pid}_${count}`;
  const owners = ownersOf(count);
  const expected = await uninterrupted(owners);
  expect(new Set(expected).size).toBe(count * SESSIONS * TURNS);
  const store = postgresStore({ url, schema });
  const jobs = postgresJobs({ url, schema });
  const souvenir = await tell(store, owners, jobs);
  for (const owner of owners) expect(await jobs.send({ kind: 'consolidate', owner })).toBe(true);
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const boss = new PgBoss({
    ...{ connectionString: url, schema: `${schema}_jobs`, schedule: false },
    ...{ superviseIntervalSeconds: 1, monitorIntervalSeconds: 1 },
  });
  await boss.start();
  /** Time passes for the jobs: who has not said for a second that he lives is gone, and what failed is due. */
  const left = async (): Promise<number> => {
    await pool.query(`update ${schema}_jobs.job set start_after = now() where state = 'retry';
                      update ${schema}_jobs.job set heartbeat_on = heartbeat_on - interval '9 seconds'
                      where state = 'active' and heartbeat_on between now() - interval '9 seconds' and now() - interval '1 second'`);
    const { rows } = await pool.query(
      `select count(*)::int as count from ${schema}_jobs.job where name = 'jobs' and state < 'completed'`,
    );
    return rows[0].count;
  };
  const begin = () =>
    spawn(process.execPath, [WORKER, url, schema, `${modelMs}`], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  const workers = [begin(), begin()];
  let killed = 0;
  for (; killed < kills && (await left()) > 0; killed++) {
    const worker = workers.shift() as ChildProcess;
    await killAt(worker);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    expect(worker.signalCode).toBe('SIGKILL');
    workers.push(begin());
  }
  while ((await left()) > 0) await wait(100);
  for (const worker of workers) {
    worker.kill('SIGTERM');
    if (worker.exitCode === null) await once(worker, 'exit');
  }
  expect(killed).toBe(kills);
  expect(await madeIn(store, owners)).toEqual(expected);
  const { rows } = await pool.query(`select retry_count from ${schema}_jobs.job where retry_count > 0`);
  await boss.stop({ graceful: false });
  await souvenir.close();
  await pool.query(`drop schema ${schema} cascade; drop schema ${schema}_jobs cascade`);
  await pool.end();
  return rows.length;
}

const extracting = async (worker: ChildProcess) => {
  worker.stdout?.resume();
  await once(worker.stdout as NodeJS.ReadableStream, 'data');
};

test.skipIf(reason !== '')(
  `what a killed worker had begun, another takes up, and nothing is extracted twice${reason}`,
  async () => {
    expect(await survives(4, 100, 2, extracting)).toBeGreaterThan(0);
  },
);

test.skipIf(reason !== '')(
  `that holds for a worker killed eight times, a second after it began${reason}`,
  { tags: ['long'] },
  async () => {
    const kill = async (worker: ChildProcess) => {
      await extracting(worker);
      await wait(1000);
    };
    expect(await survives(30, 200, 8, kill)).toBeGreaterThan(3);
  },
);
