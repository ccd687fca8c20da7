import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../bench/random.ts';
import { type Component, createSouvenir, defaultComponents, defineAgent } from '../../src/index.ts';
import { inspectFile } from '../../src/stores/sqlite/open-database.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { keeper } from '../support/keeper.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { madeIn, openMemory, recordStory, SESSION_IDS } from './consolidation-story.ts';
import { countedStore } from './counted-store.ts';

const CONSOLIDATOR = fileURLToPath(new URL('consolidator.ts', import.meta.url));
const folder = temporaryFolder();
const recorded = join(folder, 'recorded.db');
let expected: Awaited<ReturnType<typeof madeIn>>;
/** How many moments an uninterrupted run passes at which it can be killed. */
let moments = 0;

const copyOf = (name: string): string => {
  const path = join(folder, `${name}.db`);
  copyFileSync(recorded, path);
  return path;
};

beforeAll(async () => {
  await recordStory(sqliteStore({ path: recorded }));
  const store = countedStore(sqliteStore({ path: copyOf('uninterrupted') }), () => {
    moments += 1;
  });
  const souvenir = await openMemory(store);
  const { components } = await souvenir.for().consolidate();
  await souvenir.close();
  expect(components.flatMap(({ failures }) => failures)).toEqual([]);
  expect(components.filter(({ memoriesCreated }) => memoriesCreated === 0)).toEqual([]);
  expected = await readFile(join(folder, 'uninterrupted.db'));
  expect(new Set(expected.memories).size).toBe(expected.memories.length);
});

async function readFile(path: string) {
  const store = sqliteStore({ path });
  await store.open();
  const made = await madeIn(store);
  await store.close();
  return made;
}

async function finish(path: string) {
  const souvenir = await openMemory(sqliteStore({ path }));
  const report = await souvenir.for().consolidate();
  await souvenir.close();
  return report;
}

/** A process that consolidates, killed when it comes to this moment, or while it goes on from there; or it ends before. */
async function killAt(moment: number, path: string, then: 'wait' | 'go') {
  const child = spawn(process.execPath, [CONSOLIDATOR, path, `${moment}`, then], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.once('data', () => child.kill('SIGKILL'));
  await once(child, 'exit');
  return child.signalCode ?? child.exitCode;
}

/** The others take long. */
const FEW_ROUNDS = 1;

describe('a consolidation that is killed', () => {
  const random = seededRandom(20260301);
  const rounds = Array.from({ length: 12 }, (_, round) => ({
    ...{ round, share: random.next(), again: random.next() },
    next: round % 2 === 0 ? ('wait' as const) : ('go' as const),
  }));

  const survives = async ({ round, share, again, next }: (typeof rounds)[number]) => {
    const path = copyOf(`killed${round}`);
    const ends = [await killAt(Math.ceil(share * moments), path, next)];
    if (round % 6 === 0) ends.push(await killAt(Math.ceil(again * share * moments), path, 'go'));
    expect(next === 'wait' ? ends[0] : 'SIGKILL').toBe('SIGKILL');
    expect(ends.filter((end) => end !== 'SIGKILL' && end !== 0)).toEqual([]);
    expect((await inspectFile(path)).quickCheck).toBe('ok');
    await finish(path);
    expect(await readFile(path)).toEqual(expected);
    expect(await finish(path)).toMatchObject({ memoriesCreated: 0, episodesConsumed: 0, sessionsEnded: 0 });
  };

  it.each(rounds.slice(0, FEW_ROUNDS))('loses nothing and duplicates nothing: %j', survives);
  it.each(rounds.slice(FEW_ROUNDS))('loses nothing and duplicates nothing: %j', { tags: ['long'] }, survives);
});

describe('a consolidation that is interrupted', () => {
  const isFinished = async (share: number) => {
    const path = copyOf(`aborted${share}`);
    const controller = new AbortController();
    let passed = 0;
    const store = countedStore(sqliteStore({ path }), () => {
      passed += 1;
      if (passed > share * moments) controller.abort(new Error('enough'));
    });
    const souvenir = await openMemory(store);
    await expect(souvenir.for().consolidate({ signal: controller.signal })).rejects.toThrow('enough');
    const left = (await madeIn(store)).memories.length;
    expect(left).toBeLessThan(expected.memories.length);
    await souvenir.for().consolidate();
    await souvenir.close();
    expect(await readFile(path)).toEqual(expected);
  };
  it('by its caller is completed by the next', () => isFinished(0.4));
  it.each([0.1, 0.7])('by its caller at %d is completed by the next', { tags: ['long'] }, isFinished);

  it('by one component on one session is retried only there', async () => {
    const path = copyOf('moody');
    const asked: string[] = [];
    let isMoody = true;
    const moody: Component = keeper({
      name: 'moody',
      consolidate: async ({ sessionId }) => {
        asked.push(sessionId);
        if (isMoody && sessionId === 'long') throw new Error('too long');
        return { memories: [{ content: `There was ${sessionId}.`, category: 'session' }] };
      },
    });
    const agents = defineAgent({ components: [...defaultComponents(), moody] });
    const souvenir = await createSouvenir({ store: sqliteStore({ path }), agents, embedder: null });
    const first = await souvenir.for().consolidate();
    const others = SESSION_IDS.filter((id) => id !== 'long');
    expect(asked).toEqual(SESSION_IDS);
    expect(
      first.components.flatMap(({ component, failures }) => failures.map((each) => ({ component, ...each }))),
    ).toMatchObject([{ component: 'moody', sessionId: 'long', reason: 'too long' }]);
    expect(first.components.map(({ sessionsProcessed }) => sessionsProcessed)).toEqual(
      agents.components.map(({ name }) => (name === 'moody' ? others.length : SESSION_IDS.length)),
    );
    expect(first).toMatchObject({ sessionsProcessed: others.length, sessionsSkipped: 1 });

    isMoody = false;
    asked.length = 0;
    const second = await souvenir.for().consolidate();
    expect([...new Set(asked)]).toEqual(['long']);
    expect(second.components.filter(({ sessionsProcessed }) => sessionsProcessed > 0)).toMatchObject([
      { component: 'moody', sessionsProcessed: 1, sessionsSkipped: 0, failures: [] },
    ]);
    await souvenir.close();
  });
});

describe('two concurrent consolidations of one file', () => {
  const isMadeOnce = async (share: number) => {
    const path = copyOf(`together${share}`);
    const begin = Promise.withResolvers<void>();
    let passed = 0;
    const counted = countedStore(sqliteStore({ path }), () => {
      passed += 1;
      if (passed > share * moments) begin.resolve();
    });
    const [first, second] = [await openMemory(counted), await openMemory(sqliteStore({ path }))];
    const reports = await Promise.all([
      first.for().consolidate(),
      begin.promise.then(() => second.for().consolidate()),
    ]);
    await Promise.all([first.close(), second.close()]);
    expect(reports.flatMap(({ components }) => components.flatMap(({ failures }) => failures))).toEqual([]);
    expect(await readFile(path)).toEqual(expected);
    expect(reports.reduce((sum, { memoriesCreated }) => sum + memoriesCreated, 0)).toBe(expected.memories.length);
  };
  it('make everything once', () => isMadeOnce(0.3));
  it.each([0, 0.6])('make everything once if the second starts at %d', { tags: ['long'] }, isMadeOnce);

  it('make everything once in two processes', { tags: ['long'] }, async () => {
    const path = copyOf('apart');
    expect(await Promise.all([killAt(0, path, 'go'), killAt(0, path, 'go')])).toEqual([0, 0]);
    await finish(path);
    expect(await readFile(path)).toEqual(expected);
  });
});
