import pg from 'pg';
import type { Store } from '../../src/contracts/store.ts';
import { createSouvenir } from '../../src/index.ts';
import { postgresNodes } from '../../src/stores/postgres/postgres-nodes.ts';
import { postgresStore } from '../../src/stores/postgres/postgres-store.ts';
import { moveTenant } from '../../src/transfer/move-tenant.ts';
import { freshDatabase, neededServer, pooled, privateServer } from '../../test/support/postgres.ts';
import { queries } from '../load/queries.ts';
import { seededRandom } from '../random.ts';
import { percentile, timed } from '../speed/timing.ts';
import { fill, SIZES, tenantOf, tenantsOf } from './fill.ts';

const [ALONE, TOGETHER, AT_ONCE] = [200, 1000, 16];
/** As many as a store opens by itself. */
const CONNECTIONS = 10;

/** The same tenants asked in the three ways in which a service grows: one server, pgbouncer before it, a second server with half of them. */
export async function measureGrowth(total: number) {
  const server = await neededServer();
  const second = await privateServer(['synchronous_commit=off']);
  const bouncer = await pooled(server, CONNECTIONS);
  if (second === undefined || bouncer === undefined) throw new Error('needs PostgreSQL and pgbouncer on this machine');
  const { url, remove } = await freshDatabase(server);
  const tenants = SIZES.flatMap(({ memories, ofThousand }) =>
    Array.from({ length: tenantsOf(ofThousand, total) }, (_, number) => tenantOf(memories, number)),
  );
  try {
    const pool = new pg.Pool({ connectionString: url });
    await fill(pool, total, () => undefined);
    await pool.end();
    const one = await ask(postgresStore({ url }), tenants);
    const { pathname } = new URL(url);
    const behind = await ask(postgresStore({ url: Object.assign(new URL(bouncer), { pathname }).href }), tenants);
    const nodes = () =>
      postgresNodes({
        directory: { url },
        nodes: { one: postgresStore({ url }), two: postgresStore({ url: second.url }) },
      });
    await spread(nodes(), tenants);
    return { 'one server': one, 'through pgbouncer': behind, 'two servers': await ask(nodes(), tenants) };
  } finally {
    second.remove();
    await remove();
  }
}

/** Every other tenant goes to the second. */
async function spread(store: ReturnType<typeof postgresNodes>, tenants: readonly string[]): Promise<void> {
  await store.open();
  const { signal: never } = new AbortController();
  for (const tenant of tenants.filter((_, at) => at % 2 === 1))
    await moveTenant(store, tenant, 'two', { signal: never, onProgress: () => undefined });
  await store.close();
}

/** One recall after another, then so many under way at once; each of another tenant. */
async function ask(store: Store, tenants: readonly string[]) {
  const souvenir = await createSouvenir({ store, reader: null });
  await souvenir.settled();
  const [random, texts] = [seededRandom(3), queries()];
  const recall = async () => {
    const asked = souvenir.for({ tenantId: random.pick(tenants) });
    const { ms, result } = await timed(() => asked.recall(random.pick(texts)));
    if (result.candidates.vector === 0) throw new Error('a tenant has no memories');
    return ms;
  };
  for (const _ of tenants) await recall();
  const alone: number[] = [];
  while (alone.length < ALONE) alone.push(await recall());
  const together: number[] = [];
  const lane = async () => {
    while (together.length < TOGETHER) together.push(await recall());
  };
  const { ms } = await timed(() => Promise.all(Array.from({ length: AT_ONCE }, lane)));
  await souvenir.close();
  return {
    ...{ p50: percentile(alone, 0.5), p95: percentile(alone, 0.95) },
    ...{ 'per second': (together.length * 1000) / ms, 'p95 at once': percentile(together, 0.95) },
  };
}
