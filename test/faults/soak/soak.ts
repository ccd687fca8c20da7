import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Random, seededRandom } from '../../../bench/random.ts';
import { createSouvenir, type Embedder, type ScopedSouvenir } from '../../../src/index.ts';
import { sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts';
import { cpuNow } from '../watched.ts';
import { PEOPLE, statement } from './said.ts';

const USERS = 20;
/** Calls after which a user leaves and another comes: what one holds stays of a size, as it has to if calls are to take the same time. */
const STAY = 300;
const SAMPLES = 30;
/** What an application does, by how often. */
const LOAD: readonly (readonly [
  share: number,
  name: string,
  work: (user: ScopedSouvenir, random: Random) => unknown,
])[] = [
  [40, 'recordAll', (user, random) => user.recordAll([{ content: statement(random) }])],
  [25, 'recall', (user, random) => user.recall(`Where does ${random.pick(PEOPLE)} live?`)],
  [15, 'turn', async (user, random) => (await user.turn(statement(random))).complete('I will remember that.')],
  [5, 'memories.add', (user, random) => user.memories.add(statement(random))],
  [5, 'memories.list', (user) => user.memories.list({ limit: 50 })],
  [5, 'consolidate', (user) => user.consolidate()],
  [2, 'profile.get', (user) => user.profile.get()],
  [
    2,
    'documents',
    (user, random) => user.documents.add({ id: `d${random.between(1, 5)}`, content: statement(random).repeat(40) }),
  ],
  [1, 'forgetAll', (user, random) => user.memories.forgetAll({ sessionId: `s${random.between(1, 9)}` })],
];

export interface SoakReport {
  readonly calls: number;
  /** p99 in milliseconds by thirds, of calls that do the same whatever is held; and in those of the processor, for machines that others use too. */
  readonly p99Ms: readonly number[];
  readonly p99CpuMs: readonly number[];
  readonly heapMb: readonly number[];
  readonly rssMb: readonly number[];
  readonly handles: readonly number[];
}

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

/** Mixed load of many users for so long, one call after another. */
export async function soak(minutes: number, embedder: Embedder | null): Promise<SoakReport> {
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-soak-'));
  const souvenir = await createSouvenir({
    store: sqliteStore({ path: join(folder, 'soak.db') }),
    embedder,
    reader: null,
  });
  const random = seededRandom(20260301);
  const weighted = LOAD.flatMap(([share, name, work]) => Array.from({ length: share }, () => ({ name, work })));
  const [began, lastMs] = [performance.now(), minutes * 60_000];
  const taken: { readonly at: number; readonly ms: number; readonly cpuMs: number }[] = [];
  const [heapMb, rssMb, handles]: [number[], number[], number[]] = [[], [], []];
  let calls = 0;
  for (let at = 0; at < lastMs; at = performance.now() - began) {
    if (heapMb.length <= (at / lastMs) * SAMPLES) {
      globalThis.gc?.();
      heapMb.push(megabytes(process.memoryUsage().heapUsed));
      rssMb.push(megabytes(process.memoryUsage.rss()));
      handles.push(process.getActiveResourcesInfo().length);
    }
    const coming = Math.floor(calls / (USERS * STAY)) * USERS;
    const userId = `user${coming + random.between(1, USERS)}`;
    const user = souvenir.for({ userId, sessionId: `s${random.between(1, 9)}` });
    const { name, work } = random.pick(weighted);
    const [started, before] = [performance.now(), cpuNow()];
    await work(user, random);
    calls += 1;
    if (['recall', 'turn', 'recordAll'].includes(name))
      taken.push({ at, ms: performance.now() - started, cpuMs: cpuNow() - before });
  }
  await souvenir.close();
  rmSync(folder, { recursive: true, force: true });
  const third = (n: number) => taken.filter(({ at }) => Math.floor((3 * at) / lastMs) === n);
  const p99 = (of: (each: (typeof taken)[number]) => number) =>
    [0, 1, 2].map((n) => percentile(third(n).map(of), 0.99));
  return { calls, p99Ms: p99(({ ms }) => ms), p99CpuMs: p99(({ cpuMs }) => cpuMs), heapMb, rssMb, handles };
}
