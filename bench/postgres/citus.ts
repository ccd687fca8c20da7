import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { createSouvenir, type Souvenir } from '../../src/index.ts';
import { distribute } from '../../src/stores/postgres/distribute.ts';
import { TABLES } from '../../src/stores/postgres/migrations.ts';
import { postgresStore } from '../../src/stores/postgres/postgres-store.ts';
import { citusCluster } from '../../test/support/citus.ts';
import { binaries, neededServer, plainDatabase } from '../../test/support/postgres.ts';
import { queries } from '../load/queries.ts';
import { progressBar } from '../quality/progress-bar.ts';
import { seededRandom } from '../random.ts';
import { percentile, timed } from '../speed/timing.ts';
import { fill, SIZES, tenantOf, tenantsOf } from './fill.ts';
import { cpuMs, serverCpuMs } from './recalls.ts';

const WARM = 5;
/** The largest tenants take as long to fill as all others, and count from a total at which they are a tenth at most. */
const sizesOf = (total: number) => SIZES.filter(({ memories }) => memories * 10 <= total);

/** The same rows on one server and on a coordinator with two workers, asked in turns by a role that row-level security applies to. */
export async function measureCitus(total: number, recalls: number) {
  const server = await neededServer();
  const { url, remove } = await plainDatabase(server);
  await openOnce(new pg.Pool({ connectionString: url }));
  const ofDatabase = Object.assign(new URL(server), { pathname: new URL(url).pathname }).href;
  const one = new pg.Pool({ connectionString: ofDatabase });
  const cluster = await citusCluster();
  const coordinator = new pg.Pool({ connectionString: cluster.url });
  const bar = progressBar(process.stderr);
  try {
    await fill(one, total, bar.draw, sizesOf(total));
    bar.clear();
    await distribute(coordinator, 'souvenir');
    copyRows(ofDatabase, cluster.url);
    for (const table of TABLES) await coordinator.query(`vacuum analyze souvenir.${table}`);
    await coordinator.query(`grant usage on schema souvenir to ${cluster.plainRole};
      grant all on all tables in schema souvenir to ${cluster.plainRole}`);
    // A process that ends meanwhile has no time to read: not the one that lists them, nor any that serves no connection.
    const listed = `from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
    const own = `select array_agg(pid) as pids ${listed}`;
    const workers = `select string_to_array(string_agg(result, ','), ',')::int[] as pids
      from run_command_on_workers($$select string_agg(pid::text, ',') ${listed}$$)`;
    const pidsBy = (pool: pg.Pool, texts: readonly string[]) => async () =>
      (await Promise.all(texts.map(async (text) => (await pool.query(text)).rows[0].pids as number[] | null))).flatMap(
        (pids) => pids ?? [],
      );
    return await ask(
      {
        'one server': { url, pidsOf: pidsBy(one, [own]) },
        Citus: { url: cluster.plainUrl, pidsOf: pidsBy(coordinator, [own, workers]) },
      },
      total,
      recalls,
    );
  } finally {
    bar.clear();
    await one.end();
    await coordinator.query('drop schema if exists souvenir cascade');
    await coordinator.end();
    await cluster.remove();
    await remove();
  }
}

async function openOnce(pool: pg.Pool): Promise<void> {
  await postgresStore({ pool }).open();
  await pool.end();
}

function copyRows(from: string, to: string): void {
  const program = (name: string) => join(binaries() ?? '', name);
  const tables = TABLES.map((table) => `--table=souvenir.${table}`).join(' ');
  const pipe = `"$1" --data-only ${tables} "$FROM" | "$2" --quiet --set=ON_ERROR_STOP=1 "$TO"`;
  const env = { ...process.env, FROM: from, TO: to };
  execFileSync('bash', ['-o', 'pipefail', '-c', pipe, 'bash', program('pg_dump'), program('psql')], {
    ...{ env, stdio: ['ignore', 'ignore', 'inherit'] },
  });
}

interface Asked {
  readonly url: string;
  /** The processes of its servers. */
  pidsOf(): Promise<number[]>;
}

/** One recall after another, the sizes and the servers in turns; with the default embedder and without the reader. */
async function ask(servers: Readonly<Record<string, Asked>>, total: number, recalls: number) {
  const [random, texts] = [seededRandom(3), queries()];
  const asked: (Pick<Asked, 'pidsOf'> & { name: string; pool: pg.Pool; souvenir: Souvenir })[] = [];
  for (const [name, { url, pidsOf }] of Object.entries(servers)) {
    const pool = new pg.Pool({ connectionString: url, idleTimeoutMillis: 0 });
    const souvenir = await createSouvenir({ store: postgresStore({ pool }), reader: null });
    await souvenir.settled();
    asked.push({ name, pool, souvenir, pidsOf });
  }
  const samples = sizesOf(total).flatMap(({ memories, ofThousand }) =>
    asked.map((each) => ({
      ...{ ...each, memories, tenants: tenantsOf(ofThousand, total) },
      ...{ ms: [] as number[], here: [] as number[], servers: [] as number[] },
    })),
  );
  for (let round = -WARM; round < recalls; round++)
    for (const { memories, tenants, souvenir, pidsOf, ms, here, servers: spent } of samples) {
      const tenantId = tenantOf(memories, random.between(0, tenants - 1));
      const pids = await pidsOf();
      const before = [cpuMs(), serverCpuMs(pids)] as const;
      const { ms: took, result } = await timed(() => souvenir.for({ tenantId }).recall(random.pick(texts)));
      if (result.candidates.vector === 0) throw new Error(`${tenantId} has no memories`);
      if (round < 0) continue;
      ms.push(took);
      here.push(cpuMs() - before[0]);
      spent.push(serverCpuMs(pids) - before[1]);
    }
  for (const { souvenir, pool } of asked) {
    await souvenir.close();
    await pool.end();
  }
  return samples.map(({ name, memories, ms, here, servers: spent }) => ({
    ...{ memories, on: name, p50: percentile(ms, 0.5), p95: percentile(ms, 0.95) },
    ...{ 'cpu here p50': percentile(here, 0.5), 'cpu servers p50': percentile(spent, 0.5) },
  }));
}
