import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { episodic } from '../components/index.ts';
import { hashEmbedder } from '../embedders/index.ts';
import { type Component, createSouvenir, defineAgent } from '../index.ts';
import type { Limits } from '../record/limits.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';

const TURNS = 600;
const turnsOf = (name: string, count = TURNS) =>
  Array.from({ length: count }, (_, at) => ({ content: `Parcel ${name}${at} was weighed in the yard and sent off.` }));

/** Makes a memory of each turn, as a component does that takes long to read. */
const noter: Component = {
  name: 'noter',
  consolidate: async ({ episodes }) => ({
    memories: episodes.map(({ id, content }) => ({ content: `Noted: ${content}`, category: 'note', episodeIds: [id] })),
  }),
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bulk-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (limits: Limits = {}, embedder = hashEmbedder()) =>
  createSouvenir({
    store: sqliteStore({ path: join(folder, 'memory.db') }),
    agents: defineAgent({ components: [episodic(), noter] }),
    embedder,
    reader: null,
    limits,
  });

it('recall finds the oldest and the newest of many turns recorded at once before any component has read them', async () => {
  const souvenir = await open();
  await souvenir.for().recordAll(turnsOf('p'));
  for (const name of ['p0', `p${TURNS - 1}`]) {
    const { items } = await souvenir.for().recall(`Was parcel ${name} weighed?`);
    expect(items[0]).toMatchObject({ content: `Parcel ${name} was weighed in the yard and sent off.` });
    expect(items[0]?.isWaiting).toBeUndefined();
  }
  await souvenir.settled();
  expect(await souvenir.stats()).toMatchObject({ components: { episodic: TURNS }, unread: TURNS, unembedded: 0 });
  await souvenir.close();
});

it('recall finds the oldest turn that a rate limit accepted', async () => {
  const souvenir = await open({ turnsPerMinute: TURNS });
  await expect(souvenir.for().recordAll(turnsOf('p', TURNS + 1))).rejects.toMatchObject({ code: 'rateLimited' });
  const { items } = await souvenir.for().recall('Was parcel p0 weighed?');
  expect(items[0]).toMatchObject({ content: 'Parcel p0 was weighed in the yard and sent off.' });
  await souvenir.close();
});

it('turns that were unread at close are read once after the next open', async () => {
  const first = await open();
  await first.for().recordAll(turnsOf('p'));
  await first.close();
  const second = await open();
  const report = await second.for().consolidate();
  expect(report.components.map(({ component, memoriesCreated }) => [component, memoriesCreated])).toEqual([
    ['episodic', 0],
    ['noter', TURNS],
  ]);
  expect(await second.stats()).toMatchObject({ components: { episodic: TURNS, noter: TURNS }, unread: 0 });
  expect(await second.for().consolidate()).toMatchObject({ memoriesCreated: 0 });
  await second.close();
});

it('an aborted consolidation continues where it was, without duplicates', async () => {
  const souvenir = await open();
  for (const name of ['a', 'b', 'c'])
    await souvenir.for({ sessionId: name }).recordAll(turnsOf(name, 200), { index: false });
  const stopping = new AbortController();
  const progress: { component: string; done: number; total: number }[] = [];
  souvenir.on('consolidationProgress', ({ component, done, total }) => {
    progress.push({ component, done, total });
    if (component === 'noter') stopping.abort();
  });
  await expect(souvenir.for().consolidate({ signal: stopping.signal })).rejects.toMatchObject({ code: 'aborted' });
  expect(progress).toEqual([
    ...[200, 400, 600].map((done) => ({ component: 'episodic', done, total: 600 })),
    { component: 'noter', done: 200, total: 600 },
  ]);
  expect(await souvenir.stats()).toMatchObject({
    ...{ components: { episodic: 600, noter: 200 }, unread: 400, unembedded: 200 },
  });
  await souvenir.for().consolidate();
  expect(await souvenir.stats()).toMatchObject({ components: { episodic: 600, noter: 600 }, unread: 0, unembedded: 0 });
  await souvenir.close();
});

it.each([
  { failures: 1, degraded: [], embedded: 2 * TURNS },
  { failures: Infinity, degraded: [{ part: 'embedder', reason: 'no model here', code: 'partFailed' }], embedded: 0 },
])(
  'the report of a bulk names a failing embedder once, if it still fails at the end ($failures failures)',
  async (expected) => {
    const { id, embed } = hashEmbedder();
    let asked = 0;
    const failing = (texts: readonly string[]) =>
      // The embedder is asked twice each time: for the batch, then whether it is down.
      asked++ < 2 * expected.failures ? Promise.reject(new Error('no model here')) : embed(texts);
    const souvenir = await open({}, { id, embed: failing });
    await souvenir.for().recordAll(turnsOf('p'), { index: false });
    const { degraded, memoriesEmbedded } = await souvenir.for().consolidate();
    expect({ degraded, embedded: memoriesEmbedded }).toEqual({
      degraded: expected.degraded,
      embedded: expected.embedded,
    });
    await souvenir.close();
  },
);

it('the newest session of a bulk is stored first and read last', async () => {
  const souvenir = await open();
  for (const [at, name] of ['old', 'middle', 'new'].entries())
    await souvenir.for({ sessionId: name }).recordAll(
      turnsOf(name, 100).map((turn) => ({ ...turn, occurredAt: new Date(Date.UTC(2026, 0, at + 1)) })),
      { index: false },
    );
  const retained: string[] = [];
  souvenir.on('memoryCreated', ({ memory }) => {
    const of = `${memory.component} ${memory.sessionId}`;
    if (retained.at(-1) !== of) retained.push(of);
  });
  await souvenir.for().consolidate();
  expect(retained).toEqual([
    ...['new', 'middle', 'old'].map((name) => `episodic ${name}`),
    ...['old', 'middle', 'new'].map((name) => `noter ${name}`),
  ]);
  await souvenir.close();
});
