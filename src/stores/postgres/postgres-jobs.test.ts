import pg from 'pg';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { testServer } from '../../../test/support/postgres.ts';
import type { Job, JobRunner } from '../../contracts/jobs.ts';
import { createSouvenir } from '../../create-souvenir.ts';
import { SouvenirError } from '../../errors.ts';
import { postgresJobs, postgresStore } from './postgres-store.ts';

const server = await testServer();
const reason = 'missing' in server ? `: ${server.missing}` : '';
const url = 'url' in server ? server.url : '';
const pool = new pg.Pool({ connectionString: url, max: 8 });
const ownerOf = (userId: string) => ({ tenantId: 'acme', userId, agentId: 'default' });
const job = (userId: string): Job => ({ kind: 'consolidate', owner: ownerOf(userId) });
const SECRET = 'The key is under the mat.';

describe.skipIf(reason !== '')(`jobs in PostgreSQL${reason}`, () => {
  let made = 0;
  let schema: string;
  let started: JobRunner[] = [];
  const opened = (): JobRunner => {
    const jobs = postgresJobs({ pool, schema });
    started.push(jobs);
    return jobs;
  };
  const fresh = () => {
    schema = `jobs_${process.pid}_${++made}`;
  };
  const rows = async (text: string) => (await pool.query(text.replaceAll('job.', `${schema}_jobs.`))).rows;
  /** What waits for its next attempt is due, after so many. */
  const hurry = (attempts: number) =>
    rows(`update job.job set start_after = now(), retry_count = greatest(retry_count, ${attempts} - 1)
          where state = 'retry' returning id`);

  afterEach(async () => {
    await Promise.all(started.map((jobs) => jobs.stop()));
    started = [];
    await pool.query(`drop schema if exists ${schema}_jobs cascade`);
  });
  afterAll(() => pool.end());

  test('take one of an owner at a time, also from several processes at once, and are done once each', async () => {
    fresh();
    const [first, second] = [opened(), opened()];
    const users = Array.from({ length: 12 }, (_, n) => `user${n}`);
    const sent = await Promise.all([...users, ...users].map((user, n) => (n % 2 ? first : second).send(job(user))));
    expect(sent.filter(Boolean)).toHaveLength(12);
    const done: string[] = [];
    let [atOnce, most] = [0, 0];
    const all = Promise.withResolvers<void>();
    const work = {
      async perform({ owner }: Job) {
        most = Math.max(most, ++atOnce);
        // While it is done, another of the same owner is not taken.
        expect(await first.send({ kind: 'upkeep', ...(owner && { owner }) })).toBe(false);
        atOnce -= 1;
        done.push(owner?.userId ?? '');
        if (done.length === users.length) all.resolve();
      },
      failed: (_: Job, error: unknown) => all.reject(error),
    };
    await Promise.all([first.start(work), second.start(work)]);
    await all.promise;
    expect([...done].sort()).toEqual([...users].sort());
    expect(most).toBeLessThanOrEqual(2);
  });

  test('what is of nobody is done once an hour, whoever sends it', async () => {
    fresh();
    const [first, second] = [opened(), opened()];
    expect([await first.send({ kind: 'walk' }), await second.send({ kind: 'walk' })]).toEqual([true, false]);
    const done = Promise.withResolvers<Job>();
    await first.start({ perform: async (walk) => done.resolve(walk), failed: () => undefined });
    expect(await done.promise).toEqual({ kind: 'walk' });
    await first.stop();
    expect(await second.send({ kind: 'walk' })).toBe(false);
  });

  test('wait longer after each failure, are dead after ten, and live again when they are driven', async () => {
    fresh();
    const jobs = opened();
    let isBroken = true;
    const waits: number[] = [];
    let failure = Promise.withResolvers<void>();
    const success = Promise.withResolvers<void>();
    await jobs.send(job('ana'));
    await jobs.start({
      async perform() {
        if (isBroken) throw new SouvenirError('storeFailed', SECRET);
        success.resolve();
      },
      failed(_, error, retryAt) {
        expect(error).toMatchObject({ message: SECRET });
        waits.push(Math.round((retryAt.getTime() - Date.now()) / 1000));
        failure.resolve();
      },
    });
    const nextFailure = async (after: number) => {
      await failure.promise;
      failure = Promise.withResolvers<void>();
      // That it failed is kept after it was told.
      while ((await hurry(after)).length === 0);
    };
    await nextFailure(0);
    await nextFailure(9);
    await failure.promise;
    expect(waits).toEqual([5, 10, 86_400]);
    while ((await jobs.dead()).length === 0);
    expect(await jobs.dead()).toEqual([{ ...job('ana'), reason: 'storeFailed', failedAt: expect.any(Date) }]);
    isBroken = false;
    await jobs.redrive(job('ana'));
    await success.promise;
    await jobs.settled();
    expect(await jobs.dead()).toEqual([]);
    // Names of owners, and nothing of what failed.
    const retained = JSON.stringify(await rows('select * from job.job'));
    expect(retained).toContain('ana');
    expect(retained).not.toContain('mat');
  });

  test('that are dead tell how they failed last', async () => {
    fresh();
    const jobs = opened();
    await jobs.dead();
    const dead = (reason: string, age: string) =>
      rows(`insert into job.job (name, data, created_on, source_output)
            values ('dead', '${JSON.stringify(job('ana'))}', now() - interval '${age}', '{"reason":"${reason}"}')`);
    for (const [reason, age] of [
      ['second', '1 h'],
      ['last', '1 min'],
      ['first', '2 h'],
    ] as const)
      await dead(reason, age);
    expect(await jobs.dead()).toMatchObject([{ reason: 'last' }]);
  });

  test("of an owner who is erased are gone, waiting or dead, and nobody else's", async () => {
    fresh();
    const jobs = opened();
    const store = postgresStore({ pool, schema });
    await store.open();
    for (const userId of ['ana', 'ben']) await store.write(ownerOf(userId), { notes: [{ name: 'n', value: 1 }] });
    await jobs.send(job('ana'));
    await jobs.send(job('ben'));
    await rows(`insert into job.job (name, data, singleton_key) select 'dead', data, singleton_key from job.job`);
    const souvenir = await createSouvenir({ store, jobs, embedder: null });
    const { unreached } = await souvenir.erase({ tenantId: 'acme', userId: 'ana' });
    expect(unreached).toEqual(['backups made before', expect.stringContaining('VACUUM FULL')]);
    const left = await rows(
      "select name, data->'owner'->>'userId' as user from job.job where data ? 'owner' order by 1",
    );
    expect(left).toEqual([
      { name: 'dead', user: 'ben' },
      { name: 'jobs', user: 'ben' },
    ]);
    await souvenir.close();
    await pool.query(`drop schema ${schema} cascade`);
  });

  test('what is under way is finished when it is stopped, or else handed back and done elsewhere', async () => {
    fresh();
    const [first, second] = [opened(), opened()];
    await first.send(job('ana'));
    const begun = Promise.withResolvers<void>();
    const failed: unknown[] = [];
    await first.start({
      perform: (_, signal) => {
        begun.resolve();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
      failed: (_, error) => failed.push(error),
    });
    await begun.promise;
    await first.stop();
    expect(failed).toEqual([]);
    await expect(first.send(job('ben'))).rejects.toMatchObject({ code: 'closed' });
    const done = Promise.withResolvers<Job>();
    const end = Promise.withResolvers<void>();
    expect(await hurry(0)).toHaveLength(1);
    await second.start({
      async perform(taken) {
        done.resolve(taken);
        await end.promise;
      },
      failed: () => undefined,
    });
    expect(await done.promise).toEqual(job('ana'));
    const stopped = second.stop();
    end.resolve();
    await stopped;
    expect(await rows('select state from job.job')).toEqual([{ state: 'completed' }]);
  });

  test('are used by a role without special rights once they are ready', async () => {
    fresh();
    expect(await opened().send(job('ana'))).toBe(true);
    const role = `worker_${process.pid}`;
    await pool.query(`create role ${role} login password 'weak' nosuperuser nobypassrls`);
    await pool.query(`grant usage on schema ${schema}_jobs to ${role}`);
    await pool.query(`grant all on all tables in schema ${schema}_jobs to ${role}`);
    const asRole = Object.assign(new URL(url), { username: role, password: 'weak' });
    const jobs = postgresJobs({ url: asRole.href, schema });
    const done = Promise.withResolvers<Job>();
    await jobs.start({ perform: async (taken) => done.resolve(taken), failed: () => undefined });
    expect(await done.promise).toEqual(job('ana'));
    expect([await jobs.send(job('ben')), await jobs.dead()]).toEqual([true, []]);
    await jobs.stop();
    await pool.query(`drop owned by ${role}; drop role ${role}`);
  });
});
