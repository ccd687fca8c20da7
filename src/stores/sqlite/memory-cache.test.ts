import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ids, memory, minute, OWNER } from '../../../test/conformance/store/samples.ts';
import { freshFolders } from '../../../test/support/memory-files.ts';
import type { Store } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import { sqliteStore } from './sqlite-store.ts';

const folder = freshFolders();
const OTHER = { ...OWNER, userId: 'other' };

async function opened(path: string): Promise<Store> {
  const store = sqliteStore({ path });
  await store.open();
  onTestFinished(() => store.close());
  return store;
}

const search = (store: Store, word: string, owner = OWNER) =>
  store.searchText(owner, { terms: [word], filter: { statuses: ['active'] }, limit: 10 });

const RABBIT = memory('rabbit', {
  content: 'a rabbit',
  provenance: { episodeIds: ['e'], turnIds: [] },
  metadata: { in: ['a'] },
});

/** Two connections to one file, both of which have found and read `rabbit`. */
async function stored(): Promise<[Store, Store]> {
  const path = join(folder(), 'memory.db');
  const stores: [Store, Store] = [await opened(path), await opened(path)];
  await stores[0].write(OWNER, { memories: [RABBIT] });
  for (const store of stores) {
    expect(ids(await search(store, 'rabbit'))).toEqual(['rabbit']);
    expect(await store.getMemories(OWNER, ['rabbit'])).toHaveLength(1);
  }
  return stores;
}

const WEIGHTS = {
  recency: 0,
  frequency: 0,
  importance: 0,
  relevance: 1,
  unasked: 0.75,
  halfLifeDays: 1,
  manyAccesses: 9,
};

test.for([0, 1])('the memory cache returns memories as written, for connection %i', async (writer) => {
  const stores = await stored();
  const write: Store['write'] = (...args) => (stores[writer] as Store).write(...args);
  const read = () => Promise.all(stores.map(async (store) => (await store.getMemories(OWNER, ['rabbit']))[0]));

  await write(OWNER, { updates: [{ id: 'rabbit', content: 'a hare and a hare', updatedAt: minute(1) }] });
  expect(await read()).toMatchObject([{ content: 'a hare and a hare' }, { content: 'a hare and a hare' }]);
  for (const store of stores) {
    expect(await search(store, 'rabbit')).toEqual([]);
    const [first, again] = [await search(store, 'hare'), await search(store, 'hare')];
    expect(again).toEqual(first);
    expect(ids(first)).toEqual(['rabbit']);
  }
  await write(OWNER, { accesses: { memoryIds: ['rabbit'], at: minute(2) } });
  expect(await read()).toMatchObject([{ accessCount: 1 }, { accessCount: 1 }]);
  await Promise.all(stores.map((store) => search(store, 'hare')));
  await write(OWNER, { salience: { salienceAt: minute(3), weights: WEIGHTS, memoryIds: ['rabbit'] } });
  expect(await read()).toMatchObject([{ salience: 0.75 }, { salience: 0.75 }]);
  await Promise.all(stores.map((store) => search(store, 'hare')));
  await (stores[writer] as Store).erase(OWNER, { memoryIds: ['rabbit'], episodeIds: [] });
  expect(await read()).toEqual([undefined, undefined]);
  expect(await Promise.all(stores.map((store) => search(store, 'hare')))).toEqual([[], []]);
});

test('a failed write does not change the memory cache', async () => {
  const [store] = await stored();
  const updates = [{ id: 'rabbit', content: 'a hare', updatedAt: minute(1) }];
  await expect(store.write(OWNER, { updates, links: [{ type: 'none' } as never] })).rejects.toThrow();
  expect(ids(await search(store, 'rabbit'))).toEqual(['rabbit']);
  expect(await store.getMemories(OWNER, ['rabbit'])).toMatchObject([{ content: 'a rabbit' }]);
});

test('a cached memory is not shared between readers', async () => {
  const [store] = await stored();
  const [one] = (await store.getMemories(OWNER, ['rabbit'])) as [Memory];
  one.createdAt.setTime(0);
  (one.metadata['in'] as string[]).push('b');
  one.provenance.episodeIds.push('none');
  expect(await store.getMemories(OWNER, ['rabbit'])).toEqual([RABBIT]);
});

test('the memory cache separates owners', async () => {
  const [store] = await stored();
  await store.write(OTHER, { memories: [{ ...memory('hare', { content: 'a hare' }), userId: 'other' }] });
  expect(ids(await search(store, 'hare', OTHER))).toEqual(['hare']);
  expect(await search(store, 'rabbit', OTHER)).toEqual([]);
  expect(await store.getMemories(OTHER, ['rabbit'])).toEqual([]);
});
