import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Random, seededRandom } from '../../../bench/random.ts';
import { makeText } from '../../../bench/speed/texts.ts';
import { createSouvenir, defineAgent, type Owner, type Store } from '../../../src/index.ts';
import { postgresJobs, postgresStore } from '../../../src/stores/postgres/postgres-store.ts';
import { keeper } from '../../support/keeper.ts';
import { plainDatabase } from '../../support/postgres.ts';
import { marked, tenantsOf, WatchedReads, withoutWhere } from './watched-reads.ts';

const WORKER = join(import.meta.dirname, '..', 'job-worker.ts');
const SCHEMA = 'souvenir';
const TURNS = 3;
const [POLL_MS, SEND_MS] = [200, 5000];
const MODEL_MS = 20;
/** Long enough ago that the sessions are over. */
const STATED_AT = new Date('2026-03-01T09:00:00Z');
/** One session told to so many probes. */
const PROBES_A_SESSION = 40;

export interface TenantsAttack {
  readonly tenants: number;
  readonly clients: number;
  readonly workers: number;
  readonly seconds: number;
  /** It goes on until there were so many. */
  readonly leastReads: number;
  /** How often a worker is killed; never unless given. */
  readonly killEveryS?: number;
}

export interface TenantsReport {
  readonly reads: number;
  /** Those among them whose statements had no condition on tenant and owner. */
  readonly withoutWhere: number;
  readonly kills: number;
  readonly turns: number;
  readonly foreign: readonly string[];
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
}

const ownerOf = (tenantId: string): Owner => ({ tenantId, userId: 'ana', agentId: 'default' });

/** Clients of many tenants tell and probe while workers consolidate and are killed; then counts what each tenant has. */
export async function attackTenants(serverUrl: string, attack: TenantsAttack, seed: number): Promise<TenantsReport> {
  const { url, remove } = await plainDatabase(serverUrl);
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-tenants-'));
  const pool = new pg.Pool({ connectionString: url, max: attack.clients });
  // Its idle connections may see the database go.
  pool.on('error', () => undefined);
  const [plain, bare] = [new WatchedReads(), new WatchedReads()];
  const store = plain.over(postgresStore({ pool }));
  const stores: Stores = { store, bareStore: bare.over(postgresStore({ pool: withoutWhere(pool) })) };
  const jobs = postgresJobs({ url });
  const agents = defineAgent({ components: [keeper()] });
  const souvenir = await createSouvenir({ store, jobs, embedder: null, reader: null, agents });
  await stores.bareStore.open();
  const reported = new Map<string, string>();
  const unsent = new Set<string>();
  const workers = workersOf(attack.workers, url, folder);
  try {
    const tell = async (tenantId: string, random: Random) => {
      const statement = Array.from({ length: TURNS }, (_, turn) =>
        marked(`${makeText(8, random.next)} ${reported.size}-${turn}`, tenantId),
      );
      const session = souvenir.for({ ...ownerOf(tenantId), sessionId: marked(`s${reported.size}`, tenantId) });
      for (const content of statement) {
        reported.set(content, tenantId);
        await session.record({ content, occurredAt: STATED_AT });
      }
      await session.flush();
      unsent.add(tenantId);
    };
    /** As the schedule does: what is not taken, as a job of the owner is under way, is sent again. */
    const send = async () => {
      for (const tenantId of [...unsent])
        if (await jobs.send({ kind: 'consolidate', owner: ownerOf(tenantId) })) unsent.delete(tenantId);
    };
    const tenants = tenantsOf(attack.tenants);
    const random = seededRandom(seed);
    for (const tenantId of tenants) await tell(tenantId, random);
    await send();

    const end = performance.now() + attack.seconds * 1000;
    const isOver = () => performance.now() >= end && plain.reads + bare.reads >= attack.leastReads;
    const lane = async (number: number) => {
      const own = seededRandom(seed + number);
      const probe = probesOf(stores, own, tenants);
      while (!isOver()) {
        const tenantId = own.pick(tenants);
        if (own.chance(1 / PROBES_A_SESSION)) await tell(tenantId, own);
        else await probe(tenantId, (query) => souvenir.for(ownerOf(tenantId)).recall(query));
      }
    };
    const background = (async () => {
      let [killedAt, sentAt] = [performance.now(), performance.now()];
      for (; !isOver(); await wait(POLL_MS)) {
        if (performance.now() - sentAt >= SEND_MS) {
          await send();
          sentAt = performance.now();
        }
        const isDue = performance.now() - killedAt >= (attack.killEveryS ?? Number.POSITIVE_INFINITY) * 1000;
        if (isDue && (await workers.killOne())) killedAt = performance.now();
      }
    })();
    await Promise.all([background, ...Array.from({ length: attack.clients }, (_, number) => lane(number + 1))]);
    while (unsent.size > 0 || (await jobsLeft(pool)) > 0) await send().then(() => wait(POLL_MS));

    const retained = await storedIn(serverUrl, url);
    const count = Map.groupBy(retained.memories, (each) => each);
    return {
      ...{ reads: plain.reads + bare.reads, withoutWhere: bare.reads, kills: workers.kills, turns: reported.size },
      foreign: [
        ...plain.foreign,
        ...bare.foreign,
        ...plain.foreignIds(retained.tenantOf),
        ...bare.foreignIds(retained.tenantOf),
      ],
      lost: [...reported].map(([content, tenant]) => `${tenant} ${content}`).filter((each) => !count.has(each)),
      doubled: [...count].filter(([, all]) => all.length > 1).map(([each, all]) => `${all.length} × ${each}`),
    };
  } finally {
    await workers.end();
    await souvenir.close();
    await stores.bareStore.close();
    await pool.end();
    await remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Stores {
  readonly store: Store;
  readonly bareStore: Store;
}

/** Asks for what is another tenant's, by its words and by its ids. */
function probesOf({ store, bareStore }: Stores, random: Random, tenants: readonly string[]) {
  let known: readonly string[] = [];
  return async (tenantId: string, recall: (query: string) => Promise<unknown>) => {
    const [owner, other] = [ownerOf(tenantId), random.pick(tenants)];
    const page = { filter: {}, limit: 20 };
    const terms = [`of-${other}`, 'of', other];
    for (const asked of [store, bareStore]) {
      await asked.searchText(owner, { terms, ...page });
      await asked.getMemories(owner, known);
      await asked.getEpisodes(owner, known);
      await asked.listEpisodes(owner, { limit: 20 });
      await asked.linksOf(owner, known);
      await asked.listSessions(owner, {});
      await asked.rankMemories(owner, { by: 'recency', ...page });
    }
    if (random.chance(0.1)) await recall(marked('what did they say', other));
    const [memories, episodes] = [
      await store.listMemories(owner, page),
      await bareStore.listEpisodes(owner, { limit: 20 }),
    ];
    known = [...memories, ...episodes].map(({ id }) => id);
  };
}

const jobsLeft = async (pool: pg.Pool): Promise<number> =>
  (await pool.query(`select 1 from ${SCHEMA}_jobs.job where name = 'jobs' and state < 'completed'`)).rows.length;

function workersOf(count: number, url: string, folder: string) {
  const begin = () => {
    const child = spawn(process.execPath, [WORKER, url, SCHEMA, String(MODEL_MS)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
    });
    const worker = { child, hasWorked: false };
    child.stdout.on('data', () => {
      worker.hasWorked = true;
    });
    return worker;
  };
  const running = Array.from({ length: count }, begin);
  const stop = async (child: ChildProcess, signal: NodeJS.Signals) => {
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return {
    kills: 0,
    /** One that was at work: to kill one that still starts would show nothing. */
    async killOne(): Promise<boolean> {
      const at = running.findIndex(({ hasWorked }) => hasWorked);
      const [worker] = at < 0 ? [] : running.splice(at, 1);
      if (worker === undefined) return false;
      await stop(worker.child, 'SIGKILL');
      this.kills += 1;
      running.push(begin());
      return true;
    },
    end: () => Promise.all(running.map(({ child }) => stop(child, 'SIGTERM'))),
  };
}

/** What is in the tables, as one sees who stands above row-level security. */
async function storedIn(serverUrl: string, url: string) {
  const address = new URL(serverUrl);
  address.pathname = new URL(url).pathname;
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  const { rows: memories } = await client.query(`select tenant, id, content from ${SCHEMA}.memories`);
  const { rows: episodes } = await client.query(`select tenant, id from ${SCHEMA}.episodes`);
  await client.end();
  return {
    memories: memories.map(({ tenant, content }): string => `${tenant} ${content}`),
    tenantOf: new Map<string, string>([...memories, ...episodes].map(({ id, tenant }) => [id, tenant])),
  };
}
