import { beforeEach, expect, it } from 'vitest';
import { memory, minute, OWNER } from '../../test/conformance/store/samples.ts';
import type { Store } from '../contracts/store.ts';
import type { MemoryUpdate } from '../model/memory.ts';
import { DIFFERENCES } from '../model/version.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { diff } from './history.ts';

let store: Store;
const change = (at: number, ...updates: MemoryUpdate[]) => store.write(OWNER, { at: minute(at), updates });
const idsBetween = async (from: number, to: number, scope = {}) => {
  const matches = await diff({ ...OWNER, ...scope }, minute(from), minute(to), store);
  return Object.fromEntries(
    DIFFERENCES.flatMap((kind) =>
      matches[kind].length === 0 ? [] : [[kind, matches[kind].map(({ memoryId }) => memoryId)]],
    ),
  );
};

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

beforeEach(async () => {
  store = memoryStore();
  await store.open();
  await store.write(OWNER, { memories: NAMES.map((id) => memory(id, { createdAt: minute(1), projectId: id })) });
});

it('diff lists each changed memory once, by its final state', async () => {
  await store.write(OWNER, { memories: [memory('new', { createdAt: minute(5) })] });
  await change(
    5,
    { id: 'a', content: 'else' },
    { id: 'b', status: 'superseded', supersededBy: 'new', cause: { kind: 'corrected', by: 'new' } },
    { id: 'c', status: 'superseded', supersededBy: 'new' },
    { id: 'd', confidence: 0.9 },
    { id: 'e', status: 'decayed' },
    { id: 'f', status: 'archived' },
    { id: 'g', status: 'forgotten' },
    { id: 'h', doubtedAt: minute(5) },
    { id: 'i', importance: 0.1, fadedAt: minute(5) },
    // Forgotten by now, and so not told.
    { id: 'j', status: 'forgotten' },
  );
  await change(10, { id: 'g', status: 'active' });
  expect(await idsBetween(1, 9)).toEqual({
    ...{ created: ['new'], updated: ['a'], corrected: ['b'], superseded: ['c'], reinforced: ['d'] },
    ...{ expired: ['e'], archived: ['f'], forgotten: ['g'], doubted: ['h'] },
  });
  await change(7, { id: 'f', status: 'active' });
  expect(await idsBetween(5, 9)).toEqual({ restored: ['f'] });
});

it('diff excludes the first moment and includes the second', async () => {
  await change(5, { id: 'a', content: 'else' });
  expect(await idsBetween(4, 5)).toEqual({ updated: ['a'] });
  expect(await idsBetween(5, 9)).toEqual({});
  expect(await idsBetween(0, 1)).toEqual({ created: NAMES });
  expect(await idsBetween(0, 0)).toEqual({});
});

it('diff omits memories that changed back or came and went', async () => {
  await change(5, { id: 'a', status: 'archived' });
  await change(6, { id: 'a', status: 'active' });
  await store.write(OWNER, { memories: [memory('brief', { createdAt: minute(5) })] });
  await change(6, { id: 'brief', status: 'forgotten' });
  expect(await idsBetween(1, 9)).toEqual({});
});

it('diff recognises a correction by its cause', async () => {
  await change(5, { id: 'a', status: 'superseded', supersededBy: 'b', cause: { kind: 'corrected', by: 'b' } });
  await change(6, { id: 'a', metadata: { note: 'later' } });
  expect(await idsBetween(1, 9)).toEqual({ corrected: ['a'] });
});

it('diff includes new importance, new entities, and created and archived memories', async () => {
  await change(5, { id: 'a', importance: 0.1, cause: { kind: 'updated' } }, { id: 'b', entityIds: ['n1'] });
  await store.write(OWNER, { memories: [memory('brief', { createdAt: minute(5) })] });
  await change(6, { id: 'brief', status: 'archived' });
  expect(await idsBetween(1, 9)).toEqual({ updated: ['a', 'b'], archived: ['brief'] });
});

it('diff shows before, after and cause', async () => {
  await change(5, { id: 'a', content: 'first', cause: { kind: 'updated', reason: 'typo' } });
  await change(6, { id: 'a', content: 'second' });
  const { updated } = await diff(OWNER, minute(1), minute(9), store);
  expect(updated).toMatchObject([
    {
      ...{ before: { content: 'content of a' }, after: { content: 'second' } },
      causes: [{ kind: 'updated', reason: 'typo' }, { kind: 'updated' }],
    },
  ]);
});

it('diff is limited to a project and continues past a page', async () => {
  const many = Array.from({ length: 1100 }, (_, at) => memory(`m${at}`, { createdAt: minute(3) }));
  await store.write(OWNER, { memories: many });
  await change(5, { id: 'a', content: 'else' }, { id: 'b', content: 'else' });
  expect(await idsBetween(4, 9, { projectId: 'b' })).toEqual({ updated: ['b'] });
  expect((await diff(OWNER, minute(2), minute(4), store)).created).toHaveLength(1100);
});
