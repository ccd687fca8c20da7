import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { expect, test } from 'vitest';
import { readDocument } from '../../src/context/documents/read-document.ts';
import { hashEmbedder } from '../../src/embedders/index.ts';
import { createSouvenir, type Store } from '../../src/index.ts';
import { ownerOf } from '../../src/model/scope.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { yieldToEventLoop } from '../../src/yield-to-event-loop.ts';
import { episode, memory, OWNER, vector } from '../conformance/store/samples.ts';
import { readTurns } from '../support/read-turns.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { watched } from './watched.ts';

const folder = temporaryFolder();

const REPORTED = [
  'I moved from York to Malmö in March because of my new job at the harbour, and my sister Anna helped me carry the piano.',
  'We decided on Thursday to use SQLite for the archive, since the server we rented last year costs 40 euros a month.',
  "My daughter is allergic to walnuts, so please never suggest a cake with them; she doesn't like marzipan either.",
];

test('consolidation of many turns lets others in', async () => {
  const souvenir = await createSouvenir({
    ...{ store: sqliteStore({ path: join(folder, 'talk.db') }), embedder: null, reader: null },
  });
  const tell = async (sessionId: string, count: number) => {
    const user = souvenir.for({ sessionId });
    for (let n = 0; n < count; n++)
      await user.record({ content: `${REPORTED[n % REPORTED.length]} That was number ${n}.` });
    return watched(() => user.consolidate());
  };
  // The first reading compiles the rules.
  await tell('before', 3);
  const { cpuMs, longestCpuMs } = await tell('long', 90);
  expect(longestCpuMs).toBeLessThan(cpuMs / 2);
  await souvenir.close();
});

test('long texts are read, cut, embedded and indexed while others have their turn, and their last word is found', async () => {
  const store = sqliteStore({ path: ':memory:' });
  const souvenir = await createSouvenir({ store, embedder: hashEmbedder(), reader: null });
  const user = souvenir.for();
  const owner = ownerOf(user.scope);
  const long = `${REPORTED.join(' ').repeat(300)} The password is horse7staple. Quillane.`;
  const lines = REPORTED.map((line) => `Ana: ${line}\n`)
    .join('')
    .repeat(300);
  await user.recordAll([{ content: long }]);
  for (const work of [
    () => hashEmbedder().embed([long, long, long, long]),
    () => user.documents.add({ content: long }),
    () => user.documents.add({ content: `<p>${long}`, mediaType: 'html' }),
    () => readTurns(lines, undefined, owner),
    () => user.consolidate(),
  ])
    expect((await watched(work)).turns).toBeGreaterThan(2);
  const search = { terms: ['quillane'], language: 'en', filter: {}, limit: 1 };
  const ids = (await store.searchText(owner, search)).map(({ memoryId }) => memoryId);
  const [memory] = await store.getMemories(owner, ids);
  expect(memory?.content).toMatch(/\[redacted: password\]\. Quillane\.$/);
  await souvenir.close();
});

test('an experiment lets others in, whether its turns are in many sessions or in one', async () => {
  const store = sqliteStore({ path: ':memory:' });
  const souvenir = await createSouvenir({ store, embedder: null, reader: null });
  const user = souvenir.for();
  for (let n = 0; n < 120; n++)
    await souvenir
      .for({ sessionId: n < 70 ? 'long' : `short ${n % 9}` })
      .record({ content: `${REPORTED[n % REPORTED.length]} That was number ${n}.` });
  await user.consolidate();
  const ask = () => user.experiment({ queries: ['Where does Anna live?'] });
  await ask();
  const { cpuMs, longestCpuMs, turns } = await watched(ask);
  expect(turns).toBeGreaterThan(20);
  expect(longestCpuMs).toBeLessThan(cpuMs / 4);
  await souvenir.close();
});

test.each([
  ['lines', 'text/plain', '\n'],
  ['headings', 'text/markdown', '# Ana\n'],
  ['a list', 'text/markdown', '- a\n'],
  ['code', 'text/markdown', '    ```\n'],
  ['a table', 'text/markdown', '|a|\n|-|\n'],
] as const)('%s without end: %s is read while others have their turn', async (_, mediaType, line) => {
  const content = `Ana.\n\n${line.repeat(800_000 / line.length)}`;
  const { cpuMs, longestCpuMs } = await watched(() => readDocument(content, mediaType).catch(() => undefined));
  expect(longestCpuMs).toBeLessThan(cpuMs / 2);
});

test('of several that wait, one goes on in each turn of the loop', async () => {
  const order: string[] = [];
  const turn = () => {
    order.push('turn');
    if (order.length < 10) setImmediate(turn);
  };
  setImmediate(turn);
  const work = async (name: string) => {
    for (const began = performance.now(); performance.now() - began < 20; );
    await yieldToEventLoop();
    order.push(name);
  };
  await Promise.all([work('one'), work('other')]);
  expect(order.slice(order.indexOf('one'), order.indexOf('other'))).toContain('turn');
});

test('many vectors, read a little at a time, are found, and what becomes of them afterwards counts', async () => {
  const path = join(folder, 'vectors.db');
  const filled = sqliteStore({ path });
  await filled.open();
  const vectors = Array.from({ length: 40_000 }, (_, n) =>
    vector(Math.cos(n), Math.sin(n), n === 777 ? -9 : 1 + (n % 7)),
  );
  for (let at = 0; at < vectors.length; at += 4000)
    await filled.write(OWNER, {
      memories: vectors.slice(at, at + 4000).map((_, n) => memory(`m${at + n}`)),
      vectors: vectors
        .slice(at, at + 4000)
        .map((each, n) => ({ memoryId: `m${at + n}`, embedderId: 'embedder', vector: each })),
    });
  await filled.close();
  const store = sqliteStore({ path });
  await store.open();
  const search = { embedderId: 'embedder', vector: vectors[777] as Float32Array, filter: {}, limit: 1 };
  const first = async () => (await store.searchVector(OWNER, search)).map(({ memoryId }) => memoryId);
  expect(await first()).toEqual(['m777']);
  const ids = vectors.map((_, n) => `m${n}`).sort();
  const from = (offset: number) =>
    store.rankMemories(OWNER, { by: 'age', filter: { statuses: ['active'] }, offset, limit: 9 });
  expect(await from(21_000), 'nearer to the first').toEqual(ids.slice(21_000, 21_009));
  expect(await from(35_000), 'nearer to the last').toEqual(ids.slice(35_000, 35_009));
  expect(await from(39_995)).toEqual(ids.slice(39_995));
  expect(await from(40_000)).toEqual([]);
  await store.write(OWNER, { vectors: [{ memoryId: 'm777', embedderId: 'embedder', vector: undefined }] });
  expect(await first()).not.toEqual(['m777']);
  await store.close();
});

test('a large write lets others in; who reads meanwhile sees all of it, or nothing of one that fails', async () => {
  const store = sqliteStore({ path: ':memory:' });
  await store.open();
  await store.write(OWNER, { episodes: [episode('before')] });
  const memories = (name: string) => Array.from({ length: 4000 }, (_, n) => memory(`${name}${n}`));
  const stored = async () => Object.values((await store.stats(OWNER)).memories).reduce((sum, count) => sum + count, 0);
  /** What is held at every turn of the loop until the write ends. */
  const during = async (write: Promise<unknown>): Promise<number[]> => {
    const seen: Promise<number>[] = [];
    let isOver = false;
    const ended = write.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      seen.push(stored());
      await new Promise(setImmediate);
    }
    await ended.catch(() => undefined);
    return Promise.all(seen);
  };
  const retained = await during(store.write(OWNER, { memories: memories('m') }));
  expect(retained.length).toBeGreaterThan(4);
  expect(new Set(retained)).toEqual(new Set([0, 4000]));
  const failing = store.write(OWNER, { memories: [...memories('n'), memory('m0')] });
  const refused = expect(failing).rejects.toThrow();
  expect(new Set(await during(failing.catch(() => undefined)))).toEqual(new Set([4000]));
  await refused;
  const last = store.write(OWNER, { episodes: Array.from({ length: 8000 }, (_, n) => episode(`e${n}`)) });
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
  await Promise.all([last, store.close()]);
});

test('what looks at every memory lets others in, and is in order', async () => {
  const store = sqliteStore({ path: ':memory:' });
  await store.open();
  const all = Array.from({ length: 54_000 }, (_, n) =>
    memory(`m${n}`, {
      accessCount: n % 5,
      content: n % 9 === 0 ? 'Öl aus Malmö' : 'Öl aus Lund',
      entityIds: [`e${n % 30}`],
    }),
  );
  await store.write(OWNER, { memories: all });
  const byAccesses = all
    .map(({ id, accessCount }) => ({ id, accessCount }))
    .sort((a, b) => b.accessCount - a.accessCount || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
  const filter = { containing: 'MALMÖ' };
  const letIn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    let result: Result | undefined;
    const { turns } = await watched(async () => {
      result = await work();
    });
    expect(turns).toBeGreaterThan(2);
    return result as Result;
  };
  expect(
    await letIn(() => store.rankMemories(OWNER, { by: 'frequency', filter: {}, offset: 4100, limit: 50 })),
  ).toEqual(byAccesses.slice(4100, 4150));
  expect(await letIn(() => store.countMemories(OWNER, filter))).toBe(6000);
  const entityIds = Array.from({ length: 31 }, (_, n) => `e${n}`);
  const counted = await letIn(() => store.countMentions(OWNER, { entityIds, filter }));
  expect(counted).toHaveLength(10);
  expect(counted).toContainEqual({ entityId: 'e27', memories: 600, relationships: 0 });
  await store.close();
});

test('waiting for the lock of another process lets others in, and ends when it is free or after the time given', async () => {
  const path = join(folder, 'locked.db');
  const [bounded, hasty] = [60_000, 50].map((busyTimeoutMs) => sqliteStore({ path, busyTimeoutMs })) as [Store, Store];
  await bounded.open();
  await hasty.open();
  const other = new Database(path, {});
  other.exec('begin immediate');
  await expect(hasty.write(OWNER, { episodes: [episode('hasty')] })).rejects.toMatchObject({ code: 'storeLocked' });
  let turns = 0;
  const turn = () => {
    if (++turns < 30) setTimeout(turn, 10);
    else other.exec('commit');
  };
  const isWritten = bounded.write(OWNER, { episodes: [episode('patient')] });
  turn();
  await isWritten;
  expect(turns).toBe(30);
  expect(await bounded.getEpisodes(OWNER, ['patient', 'hasty'])).toHaveLength(1);
  other.close();
  await Promise.all([bounded.close(), hasty.close()]);
});

test('a long list of turns is read while others have their turn', async () => {
  const souvenir = await createSouvenir({
    ...{ store: sqliteStore({ path: ':memory:' }), embedder: null, reader: null },
  });
  let turnsOfOthers = 0;
  const turn = () => {
    turnsOfOthers += 1;
    others = setImmediate(turn);
  };
  let others = setImmediate(turn);
  let whileRead = 0;
  function* reported() {
    for (let n = 0; n < 500; n++) yield { content: `${REPORTED[n % REPORTED.length]} That was number ${n}.` };
    whileRead = turnsOfOthers;
  }
  await souvenir.for().recordAll(reported());
  clearImmediate(others);
  expect(whileRead).toBeGreaterThan(1);
  await souvenir.close();
});

test('many memories are erased while others have their turn, and nobody sees half of it', async () => {
  const store = sqliteStore({ path: ':memory:' });
  await store.open();
  const memories = Array.from({ length: 3000 }, (_, n) =>
    memory(`m${n}`, { content: `${REPORTED[n % REPORTED.length]} ${n}` }),
  );
  await store.write(OWNER, { memories });
  const seen: number[] = [];
  const { turns } = await watched(async () => {
    const erasing = store.erase(OWNER, { memoryIds: memories.map(({ id }) => id), episodeIds: [] });
    await new Promise(setImmediate);
    seen.push((await store.stats(OWNER)).memories.active);
    await erasing;
  });
  expect(turns).toBeGreaterThan(5);
  expect(seen).toEqual([0]);
  await store.close();
});
