import { beforeEach, expect, it } from 'vitest';
import { memory, minute, OWNER } from '../../test/conformance/store/samples.ts';
import type { Store } from '../contracts/store.ts';
import type { MemoryUpdate } from '../model/memory.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { Events } from '../telemetry/events.ts';
import { rollback } from './history.ts';

let store: Store;
const events = new Events();
const change = (at: number, ...updates: MemoryUpdate[]) => store.write(OWNER, { at: minute(at), updates });
const back = (to: number, { dryRun = false, ...scope }: { dryRun?: boolean; projectId?: string } = {}) =>
  rollback({ ...OWNER, ...scope }, minute(to), dryRun, { store, events, clock: { now: () => minute(60) } });
const contents = async (asOf?: number, ...more: 'forgotten'[]) =>
  (
    await store.listMemories(OWNER, {
      filter: { statuses: ['active', ...more], ...(asOf !== undefined && { asOf: minute(asOf) }) },
      limit: 99,
    })
  ).map(({ id, content }) => `${id}: ${content}`);

beforeEach(async () => {
  store = memoryStore();
  await store.open();
  await store.write(OWNER, {
    memories: ['a', 'b', 'c'].map((id) => memory(id, { content: 'first', createdAt: minute(1), projectId: id })),
  });
  await change(5, { id: 'a', content: 'second' }, { id: 'b', status: 'superseded', supersededBy: 'd' });
  await store.write(OWNER, { memories: [memory('d', { content: 'late', createdAt: minute(5) })] });
});

it('rollback restores all memories as new versions', async () => {
  const reported: string[] = [];
  const stop = events.on('memoryRolledBack', ({ memoryId }) => reported.push(memoryId));
  const { restored, forgotten } = await back(4);
  stop();
  expect(await contents()).toEqual(['a: first', 'b: first', 'c: first']);
  expect(restored.map(({ from, to }) => [from.id, from.content, to.content])).toEqual([
    ['a', 'second', 'first'],
    ['b', 'first', 'first'],
  ]);
  expect(forgotten.map(({ id }) => id)).toEqual(['d']);
  expect((await store.getMemories(OWNER, ['b']))[0]).not.toHaveProperty('supersededBy');
  expect(reported).toEqual(['a', 'b', 'd']);
});

it('rollback erases nothing and keeps the history', async () => {
  await back(4);
  expect(await contents(30)).toEqual(['a: second', 'c: first']);
  expect(await contents(30, 'forgotten')).toEqual(['a: second', 'c: first', 'd: late']);
  const causes = (await store.versionsOf(OWNER, ['a'])).map(({ cause }) => cause.kind);
  expect(causes).toEqual(['created', 'updated', 'rolledBack']);
});

it('rollback removes all traces of an undone replacement from current versions', async () => {
  const tie = { strength: 1, createdAt: minute(5) };
  await store.write(OWNER, {
    links: [
      { fromId: 'd', toId: 'b', type: 'supersedes', ...tie },
      { fromId: 'd', toId: 'b', type: 'related', ...tie },
    ],
  });
  await back(4);
  expect((await store.linksOf(OWNER, ['b'])).map(({ type }) => type)).toEqual(['related']);
});

it('rollback with dryRun reports its changes and does nothing', async () => {
  const plan = await back(4, { dryRun: true });
  expect(plan.restored.map(({ to }) => to.id)).toEqual(['a', 'b']);
  expect(await contents()).toEqual(['a: second', 'c: first', 'd: late']);
  expect(await store.versionsOf(OWNER, ['a'])).toHaveLength(2);
  expect({ ...(await back(4)), dryRun: true }).toEqual(plan);
});

it('rollback is limited to the given project', async () => {
  await back(4, { projectId: 'a' });
  expect(await contents()).toEqual(['a: first', 'c: first', 'd: late']);
});

it('rollback without changes since does nothing', async () => {
  expect(await back(5)).toMatchObject({ restored: [], forgotten: [] });
  expect(await store.versionsOf(OWNER, ['a'])).toHaveLength(2);
});

it('rollback refuses a moment before the first memory', async () => {
  await expect(back(0)).rejects.toMatchObject({ code: 'invalidInput', message: /the first memory is of 2026/ });
  const empty = rollback({ ...OWNER, userId: 'nobody' }, minute(4), false, {
    ...{ store, events, clock: { now: () => minute(60) } },
  });
  await expect(empty).rejects.toMatchObject({ code: 'invalidInput', message: /no memory/ });
  expect(await contents()).toHaveLength(3);
});
