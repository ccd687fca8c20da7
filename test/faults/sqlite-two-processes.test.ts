import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { embedded, ids, vector } from '../conformance/store/samples.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { changesOf, EMBEDDER, MEMORIES_PER_WRITE, OWNER } from './sqlite-changes.ts';

const WRITER = fileURLToPath(new URL('sqlite-writer.ts', import.meta.url));
const folder = temporaryFolder();
const runWriter = (path: string, prefix: string, count: number) =>
  promisify(execFile)(process.execPath, [WRITER, path, prefix, String(count)]);

test('two processes that make and fill one file lose nothing of each other', async () => {
  const path = join(folder, 'shared.db');
  const count = 60;
  const store = sqliteStore({ path });
  await Promise.all([
    runWriter(path, 'first', count),
    runWriter(path, 'second', count),
    (async () => {
      await store.open();
      for (let number = 0; number < count; number++) {
        await store.write(OWNER, changesOf('parent', number));
        await new Promise(setImmediate);
      }
    })(),
  ]);
  const expected = 3 * count * MEMORIES_PER_WRITE;
  const query = { filter: {}, limit: 10_000 };
  const near = await store.searchVector(OWNER, { embedderId: EMBEDDER, vector: vector(1, 1, 1), ...query });
  const matches = await store.searchText(OWNER, { terms: ['shared'], ...query });
  const stats = await store.stats(OWNER);
  expect([stats.episodes, stats.memories.active, near.length, matches.length]).toEqual([
    3 * count,
    expected,
    expected,
    expected,
  ]);
  await store.close();
});

test('each sees what the other has written, embedded anew and forgotten', async () => {
  const path = join(folder, 'seen.db');
  const [one, two] = [sqliteStore({ path }), sqliteStore({ path })];
  await Promise.all([one.open(), two.open()]);
  const search = async (store: typeof one) => {
    const query = { filter: {}, limit: 100 };
    const near = await store.searchVector(OWNER, { embedderId: EMBEDDER, vector: vector(1, 0, 0), ...query });
    const matches = await store.searchText(OWNER, { terms: ['words'], ...query });
    return [ids(near).sort(), ids(matches).sort()];
  };
  await one.write(OWNER, changesOf('one', 0));
  expect(await search(two)).toEqual(await search(one));
  await two.write(OWNER, changesOf('two', 0));
  expect((await search(one))[0]).toHaveLength(2 * MEMORIES_PER_WRITE);

  await two.write(OWNER, {
    updates: [{ id: 'one-0-0', status: 'forgotten' }],
    vectors: [embedded('one-0-1', vector(1, 0, 0), EMBEDDER), embedded('one-0-2', vector(1, 0), 'another')],
  });
  const query = { embedderId: EMBEDDER, vector: vector(1, 0, 0), filter: {}, limit: 1 };
  expect(await one.searchVector(OWNER, query)).toEqual([{ memoryId: 'one-0-1', score: expect.closeTo(1, 3) }]);
  expect(await search(one)).toEqual([
    ['one-0-1', 'two-0-0', 'two-0-1', 'two-0-2'],
    ['one-0-1', 'one-0-2', 'two-0-0', 'two-0-1', 'two-0-2'],
  ]);
  const stale = two.write(OWNER, changesOf('one', 0));
  await expect(stale).rejects.toMatchObject({ code: 'overtaken' });
  await Promise.all([one.close(), two.close()]);
});
