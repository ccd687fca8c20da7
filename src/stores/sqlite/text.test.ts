import { beforeAll, expect, test } from 'vitest';
import { ids, memory, minute, OWNER } from '../../../test/conformance/store/samples.ts';
import type { MemoryFilter } from '../../contracts/store.ts';
import { sqliteStore } from './sqlite-store.ts';

/** More memories with the same word than a query reads postings. */
const MANY = 17_000;
const store = sqliteStore({ path: ':memory:' });
const search = async (terms: string[], filter: MemoryFilter = {}, limit = 10) =>
  ids(await store.searchText(OWNER, { terms, filter, limit }));

beforeAll(async () => {
  await store.open();
  await store.write(OWNER, {
    memories: [
      memory('first', { content: 'common first', sessionId: 'rare', status: 'archived' }),
      ...Array.from({ length: MANY }, (_, n) =>
        memory(`m${n}`, { content: `common filler${n % 7} word${n}`, projectId: n % 2 === 0 ? 'even' : 'odd' }),
      ),
      memory('last', { content: 'common last', createdAt: minute(1) }),
    ],
  });
  return () => store.close();
});

test('a word in nearly all memories still matches', async () => {
  expect(await search(['common'])).toHaveLength(10);
});

test('a rare word outranks common ones', async () => {
  expect((await search(['common', 'filler1', 'word4242']))[0]).toBe('m4242');
});

test.for<[string, MemoryFilter]>([
  ['session', { sessionId: 'rare' }],
  ['status', { statuses: ['archived'] }],
])('a filter by %s finds its only memory by a common word', async ([, filter]) => {
  expect(await search(['common'], filter)).toEqual(['first']);
  expect(await search(['word1'], filter)).toEqual([]);
});

test('a filter that half of all memories pass returns as many as requested', async () => {
  expect(await search(['common'], { projectId: 'odd' }, 300)).toHaveLength(300);
  expect((await search(['common', 'word4243'], { projectId: 'odd' }))[0]).toBe('m4243');
});

test('a new memory is found at once by a word with a cached frequency', async () => {
  await search(['common', 'brandnew']);
  await store.write(OWNER, {
    memories: [memory('new', { content: `common brandnew ${'and much more '.repeat(50)}`, category: 'long' })],
  });
  expect(await search(['brandnew'])).toEqual(['new']);
  expect(await search(['common'], { categories: ['long'] })).toEqual(['new']);
});
