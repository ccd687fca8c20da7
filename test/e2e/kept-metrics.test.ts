import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Note } from '../../src/contracts/store.ts';
import {
  createSouvenir,
  defineAgent,
  memoryStore,
  type Owner,
  type Souvenir,
  type SouvenirOptions,
  type Store,
} from '../../src/index.ts';
import { EVERYONE } from '../../src/model/scope.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { keeper } from '../support/keeper.ts';
import { DAY, manualClock } from '../support/manual-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const HOME: Owner = { tenantId: 'default', userId: EVERYONE, agentId: 'shared:.metrics' };
const QUESTION = 'Who keeps rabbits?';
const clock = manualClock();
const folder = temporaryFolder();
let files = 0;

const freshPath = () => join(folder, `${files++}.db`);

const open = (store: Store, options: Partial<SouvenirOptions> = {}): Promise<Souvenir> =>
  createSouvenir({ store, clock, embedder: null, agents: defineAgent({ components: [keeper()] }), ...options });

/** The same store, open for as long as the test. */
const lasting = (): Store => ({ ...memoryStore(), close: async () => {} });

async function opened(path: string, work: (souvenir: Souvenir) => Promise<unknown>): Promise<void> {
  const souvenir = await open(sqliteStore({ path }));
  await work(souvenir);
  await souvenir.close();
}

async function tell(souvenir: Souvenir): Promise<void> {
  await souvenir.for().record({ content: 'Sarah keeps two rabbits in the garden.' });
  await souvenir.for().sessions.end();
}

const queriesOf = async (souvenir: Souvenir) => (await souvenir.stats()).activity?.recall;

describe('stored metrics', () => {
  it('are empty at first, without a write', async () => {
    const store = lasting();
    const souvenir = await open(store);
    expect((await souvenir.stats()).activity).toBeUndefined();
    await souvenir.close();
    expect(await store.owners()).toEqual([]);
  });

  it('add up over several openings of a file', async () => {
    const path = freshPath();
    const begun = clock.now();
    await opened(path, async (souvenir) => {
      await tell(souvenir);
      await souvenir.for().recall(QUESTION);
      const { activity } = await souvenir.stats();
      expect(activity).toMatchObject({
        since: begun,
        recall: { answered: 1, silent: 0, latency: { count: 1 } },
        memories: { created: 1 },
        episodes: { recorded: 1, flushed: 1 },
        consolidation: { runs: 1 },
      });
      expect((await souvenir.stats()).activity).toEqual(activity);
    });
    clock.advance(DAY);
    await opened(path, async (souvenir) => {
      expect(await queriesOf(souvenir)).toMatchObject({ answered: 1, silent: 0 });
      await souvenir.for().recall('What is the boiling point of tungsten?');
      expect(await queriesOf(souvenir)).toMatchObject({ answered: 1, silent: 1, hitRate: 0.5 });
    });
    await opened(path, async (souvenir) => {
      expect((await souvenir.stats()).activity).toMatchObject({
        since: begun,
        recall: { answered: 1, silent: 1, latency: { count: 2 }, stages: { gather: { count: 2 } } },
        memories: { created: 1 },
      });
    });
  });

  it('of two open memories are added and visible to both', async () => {
    const path = freshPath();
    const [one, other] = [await open(sqliteStore({ path })), await open(sqliteStore({ path }))];
    await one.for().recall(QUESTION);
    await other.for().recall(QUESTION);
    await other.for().recall(QUESTION);
    expect(await queriesOf(one)).toMatchObject({ silent: 1 });
    await other.close();
    expect(await queriesOf(one)).toMatchObject({ silent: 3 });
    await one.close();
    await opened(path, async (souvenir) => expect(await queriesOf(souvenir)).toMatchObject({ silent: 3 }));
  });

  it('are saved after a consolidation', async () => {
    const store = lasting();
    const souvenir = await open(store);
    await souvenir.for().recall(QUESTION);
    await souvenir.for().consolidate();
    expect(await store.noteOf(HOME, 'metrics')).toMatchObject({
      counters: { souvenir_recalls_total: [{ labels: { mode: 'relevant', outcome: 'silent' }, value: 1 }] },
    });
    expect(await queriesOf(souvenir)).toMatchObject({ silent: 1 });
    await souvenir.close();
    const again = await open(store);
    expect(await queriesOf(again)).toMatchObject({ silent: 1 });
    await again.close();
  });

  it('are counted exactly once during a save', async () => {
    const store = lasting();
    const [writing, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const write: Store['write'] = async (owner, ...rest) => {
      if (owner.agentId === HOME.agentId) {
        writing.resolve();
        await written.promise;
      }
      return store.write(owner, ...rest);
    };
    const souvenir = await open({ ...store, write });
    await souvenir.for().recall(QUESTION);
    const consolidated = souvenir.for().consolidate();
    await writing.promise;
    await souvenir.for().recall(QUESTION);
    const during = queriesOf(souvenir);
    await new Promise(setImmediate);
    written.resolve();
    expect(await during).toMatchObject({ silent: 2 });
    await consolidated;
    expect(await queriesOf(souvenir)).toMatchObject({ silent: 2 });
    await souvenir.close();
  });

  it('are written once per change', async () => {
    const store = lasting();
    let retained = 0;
    const write: Store['write'] = (owner, ...rest) => {
      if (owner.agentId === HOME.agentId) retained++;
      return store.write(owner, ...rest);
    };
    const souvenir = await open({ ...store, write });
    for (let at = 0; at < 10; at++) await souvenir.for().recall(QUESTION);
    expect(retained).toBe(0);
    await souvenir.for().consolidate();
    await souvenir.stats();
    await souvenir.close();
    expect(retained).toBe(1);
  });

  it('are reported and saved later if a save fails', async () => {
    const store = lasting();
    let isReadOnly = true;
    const write: Store['write'] = async (owner, ...rest) => {
      if (isReadOnly && owner.agentId === HOME.agentId) throw new Error('attempt to write a readonly database');
      return store.write(owner, ...rest);
    };
    const souvenir = await open({ ...store, write });
    const begun = clock.now();
    const reported: unknown[] = [];
    souvenir.on('metricsFailed', ({ error }) => reported.push(error));
    await tell(souvenir);
    clock.advance(DAY);
    await souvenir.for().recall(QUESTION);
    expect(reported).toEqual([new Error('attempt to write a readonly database')]);
    const whole = { since: begun, recall: { answered: 1 }, memories: { created: 1 }, failures: { metrics: 1 } };
    expect((await souvenir.stats()).activity).toMatchObject(whole);
    isReadOnly = false;
    await souvenir.close();
    const again = await open(store);
    expect((await again.stats()).activity).toMatchObject(whole);
    isReadOnly = true;
    await again.for().recall(QUESTION);
    await again.close();
  });

  it('do not prevent closing a read-only memory', async () => {
    const souvenir = await open({ ...lasting(), write: () => Promise.reject(new Error('the disk is full')) });
    await souvenir.for().recall(QUESTION);
    await expect(souvenir.close()).resolves.toBeUndefined();
  });

  const distribution = { counts: [1, 2], count: 3, sum: 3, max: 2 };
  it.each<[string, Note]>([
    ['no record', 'seven'],
    ['a record of another version', { version: 2, since: '2026-01-01T00:00:00Z', counters: {}, histograms: {} }],
    ['a record without a beginning', { version: 1, counters: {}, histograms: {} }],
    [
      'a record with a number that is none',
      {
        ...{ version: 1, since: '2026-01-01T00:00:00Z', histograms: {} },
        counters: { souvenir_patterns_total: [{ labels: {}, value: null }] },
      },
    ],
    [
      'a record with a bucket too few',
      {
        ...{ version: 1, since: '2026-01-01T00:00:00Z', counters: {} },
        histograms: { souvenir_recalled_tokens: { bounds: [1, 2], series: [{ labels: {}, value: distribution }] } },
      },
    ],
  ])('restart if there is %s', async (_, value) => {
    const store = lasting();
    await store.open();
    await store.write(HOME, { notes: [{ name: 'metrics', value }] });
    const souvenir = await open(store);
    expect((await souvenir.stats()).activity).toBeUndefined();
    await souvenir.for().recall(QUESTION);
    await souvenir.close();
    const again = await open(store);
    expect(await queriesOf(again)).toMatchObject({ silent: 1 });
    await again.close();
  });

  it('cover all users and agents', async () => {
    const store = lasting();
    const agents = ['first', 'second'].map((id) => defineAgent({ id, components: [keeper()] }));
    const souvenir = await open(store, { agents });
    await souvenir.for({ userId: 'ana' }).recall(QUESTION);
    await souvenir.for({ userId: 'bo', agentId: 'second' }).recall(QUESTION);
    const ofCy = await souvenir.stats({ userId: 'cy' });
    expect(ofCy.activity?.recall.silent).toBe(2);
    expect(ofCy.ofEveryone).toContain('activity');
    expect((await souvenir.stats()).ofEveryone).toEqual([]);
    await souvenir.close();
  });

  it('can be turned off', async () => {
    const store = lasting();
    const souvenir = await open(store, { keepMetrics: false });
    await tell(souvenir);
    expect((await souvenir.stats()).activity).toBeUndefined();
    await souvenir.close();
    expect((await store.owners()).map(({ agentId }) => agentId)).not.toContain(HOME.agentId);
  });
});
