import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embedded, memory, OWNER, vector } from '../../../test/conformance/store/samples.ts';
import { storeConformance } from '../../../test/conformance/store.ts';
import { emptyStores, pooled, testServer } from '../../../test/support/postgres.ts';
import type { Job } from '../../contracts/jobs.ts';
import { postgresJobs, postgresStore } from './postgres-store.ts';

const server = await testServer();
const url = 'url' in server ? await pooled(server.url) : undefined;
const reason = 'missing' in server ? server.missing : 'no pgbouncer here: tools/postgres-for-tests.sh installs it';

describe.skipIf(url === undefined)(
  `behind pgbouncer in transaction mode${url === undefined ? `: ${reason}` : ''}`,
  () => {
    const schema = `pooled_${process.pid}`;
    const pool = new pg.Pool({ connectionString: url, max: 8 });
    const direct = new pg.Pool({ connectionString: 'url' in server ? server.url : '', max: 1 });
    beforeAll(async () => {
      const store = postgresStore({ pool, schema });
      await store.open();
    });
    afterAll(async () => {
      await direct.query(`drop schema ${schema} cascade; drop schema if exists ${schema}_jobs cascade`);
      await Promise.all([pool.end(), direct.end()]);
    });

    test('many share two connections, and nothing of one is left for the next', async () => {
      const store = postgresStore({ pool, schema });
      await store.open();
      const owners = Array.from({ length: 24 }, (_, n) => ({ ...OWNER, tenantId: `tenant${n}` }));
      await Promise.all(
        owners.map((owner) =>
          store.write(owner, { memories: [memory('m', { ...owner, content: `of ${owner.tenantId}` })] }),
        ),
      );
      const seen = await Promise.all(owners.map((owner) => store.listMemories(owner, { filter: {}, limit: 9 })));
      expect(seen.map((memories) => memories.map(({ content }) => content))).toEqual(
        owners.map(({ tenantId }) => [`of ${tenantId}`]),
      );
      const left = `select current_setting('souvenir.tenant', true) as tenant, current_setting('search_path') as path,
                  (select count(*)::int from pg_prepared_statements) as prepared,
                  (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`;
      const rows = await Promise.all(Array.from({ length: 8 }, async () => (await pool.query(left)).rows[0]));
      for (const row of rows) expect(row).toEqual({ tenant: '', path: '"$user", public', prepared: 0, locks: 0 });
    });

    test('an index of vectors is made', async () => {
      const store = postgresStore({ pool, schema, exactUpTo: 0 });
      await store.open();
      await store.write(OWNER, { memories: [memory('v')], vectors: [embedded('v', vector(1, 0))] });
      const search = () =>
        store.searchVector(OWNER, { embedderId: 'embedder', vector: vector(1, 0), filter: {}, limit: 1 });
      const matches = await search();
      const made = `select 1 from pg_index where indrelid = '${schema}.vectors'::regclass and indpred is not null and indisvalid`;
      while ((await direct.query(made)).rows.length === 0) await wait(20);
      expect(await search()).toEqual(matches);
      await store.close();
    });

    test('jobs are sent and done once, by two that share it', async () => {
      const jobs = [postgresJobs({ pool, schema }), postgresJobs({ pool, schema })] as const;
      const users = ['ana', 'ben', 'cleo'];
      const job = (userId: string): Job => ({ kind: 'consolidate', owner: { ...OWNER, userId } });
      expect(await Promise.all(users.map((user) => jobs[0].send(job(user))))).toEqual([true, true, true]);
      const done: (string | undefined)[] = [];
      const all = Promise.withResolvers<void>();
      const work = {
        async perform({ owner }: Job) {
          done.push(owner?.userId);
          if (done.length === users.length) all.resolve();
        },
        failed: (_: Job, error: unknown) => all.reject(error),
      };
      await Promise.all(jobs.map((each) => each.start(work)));
      await all.promise;
      await Promise.all(jobs.map((each) => each.stop()));
      expect(done.sort()).toEqual(users);
    });

    describe('the suite', { tags: ['long'] }, () => storeConformance('postgresStore', emptyStores(pool)));
  },
);
