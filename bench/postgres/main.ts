// How long recall takes among many tenants of PostgreSQL.   usage: npm run bench:postgres -- million | growth | citus
// MEMORIES in all (1000000 over a thousand tenants, of growth and citus 20000; fewer of both, of the same sizes), RECALLS of each size (200). A new database on the server of
// SOUVENIR_TEST_PG_URL, whose role is a superuser, or on a private one; a million takes about 8 GB of disk. Citus is that of SOUVENIR_TEST_CITUS_URL,
// or three private servers where the extension is installed.
import { arch, cpus, loadavg, platform } from 'node:os';
import pg from 'pg';
import { postgresStore } from '../../src/stores/postgres/postgres-store.ts';
import { neededServer, plainDatabase } from '../../test/support/postgres.ts';
import { progressBar } from '../quality/progress-bar.ts';
import { timed } from '../speed/timing.ts';
import { measureCitus } from './citus.ts';
import { fill } from './fill.ts';
import { measureGrowth } from './growth.ts';
import { measureRecalls } from './recalls.ts';

const numberOf = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const rounded = (figures: Readonly<Record<string, number | string>>) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [
      name,
      typeof figure === 'number' ? Number(figure.toPrecision(4)) : figure,
    ]),
  );

async function million(): Promise<void> {
  const total = numberOf('MEMORIES', 1_000_000);
  const server = await neededServer();
  const { url, remove } = await plainDatabase(server);
  // Its tables belong to the role that asks, and are filled by one that row-level security does not hold.
  const empty = postgresStore({ url });
  await empty.open();
  await empty.close();
  const filler = new pg.Pool({
    connectionString: Object.assign(new URL(server), { pathname: new URL(url).pathname }).href,
  });
  // The same processes of the server answer throughout, so that their processor time can be told.
  const pool = new pg.Pool({ connectionString: url, idleTimeoutMillis: 0 });
  pool.on('error', () => undefined);
  try {
    const bar = progressBar(process.stderr);
    const filling = await timed(() => fill(filler, total, bar.draw));
    bar.clear();
    const { rows } = await filler.query(`select pg_size_pretty(pg_database_size(current_database())) as size,
      (select count(*) from souvenir.memories) as memories, current_setting('shared_buffers') as buffers`);
    console.log(`${rows[0].memories} memories, ${rows[0].size}, filled in ${(filling.ms / 1000).toFixed(0)} s`);
    const figures = await measureRecalls(pool, total, numberOf('RECALLS', 200));
    printMachine();
    console.log(`no reader, shared_buffers ${rows[0].buffers}; milliseconds`);
    console.table(figures.map(rounded));
  } finally {
    await Promise.all([pool.end(), filler.end()]);
    await remove();
  }
}

async function growth(): Promise<void> {
  const figures = await measureGrowth(numberOf('MEMORIES', 20_000));
  printMachine();
  console.log('no reader; milliseconds of a recall alone, then of sixteen at once');
  console.table(Object.fromEntries(Object.entries(figures).map(([name, each]) => [name, rounded(each)])));
}

async function citus(): Promise<void> {
  const figures = await measureCitus(numberOf('MEMORIES', 20_000), numberOf('RECALLS', 200));
  printMachine();
  console.log('no reader; milliseconds of a recall on one server and on a coordinator with two workers, in turns');
  console.table(figures.map(rounded));
}

function printMachine(): void {
  const load = loadavg().map((each) => each.toFixed(1));
  console.log(
    `${cpus().length} × ${cpus()[0]?.model.trim()}, ${platform()} ${arch()}, Node ${process.version}, load ${load}`,
  );
}

const measure = { million, growth, citus }[process.argv[2] ?? ''];
if (measure === undefined) throw new Error('usage: npm run bench:postgres -- million | growth | citus');
await measure();
