import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { createSouvenir } from '../../src/index.ts';
import { postgresStore } from '../../src/stores/postgres/postgres-store.ts';
import { queries } from '../load/queries.ts';
import { seededRandom } from '../random.ts';
import { percentile, timed } from '../speed/timing.ts';
import { SIZES, tenantOf, tenantsOf } from './fill.ts';

const WARM = 5;

/** Milliseconds that the processor worked for the server; Linux tells, where the server is on this machine. */
export function serverCpuMs(pids: readonly number[]): number {
  try {
    const spent = pids.map((pid) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]));
    return spent.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
  } catch {
    return Number.NaN;
  }
}

export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** One recall after another, each of another tenant, the sizes in turns; with the default embedder and without the reader. */
export async function measureRecalls(pool: pg.Pool, total: number, recalls: number) {
  const souvenir = await createSouvenir({ store: postgresStore({ pool }), reader: null });
  // It looks through all owners for what has no vector yet.
  await souvenir.settled();
  const [random, texts] = [seededRandom(3), queries()];
  const samples = SIZES.map(({ memories, ofThousand }) => ({
    ...{ memories, tenants: tenantsOf(ofThousand, total) },
    ...{ ms: [] as number[], here: [] as number[], server: [] as number[] },
  }));
  for (let round = -WARM; round < recalls; round++)
    for (const { memories, tenants, ms, here, server } of samples) {
      const tenantId = tenantOf(memories, random.between(0, tenants - 1));
      const { rows } = await pool.query<{ pid: number }>(
        'select pid from pg_stat_activity where datname = current_database()',
      );
      const pids = rows.map(({ pid }) => pid);
      const before = [cpuMs(), serverCpuMs(pids)] as const;
      const { ms: took, result } = await timed(() => souvenir.for({ tenantId }).recall(random.pick(texts)));
      if (result.candidates.vector === 0) throw new Error(`${tenantId} has no memories`);
      if (round < 0) continue;
      ms.push(took);
      here.push(cpuMs() - before[0]);
      server.push(serverCpuMs(pids) - before[1]);
    }
  await souvenir.close();
  return samples.map(({ memories, tenants, ms, here, server }) => ({
    ...{ memories, tenants, p50: percentile(ms, 0.5), p95: percentile(ms, 0.95) },
    ...{ 'cpu here p50': percentile(here, 0.5), 'cpu here p95': percentile(here, 0.95) },
    ...{ 'cpu server p50': percentile(server, 0.5), 'cpu server p95': percentile(server, 0.95) },
  }));
}
