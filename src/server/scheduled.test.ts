import { beforeEach, expect, test } from 'vitest';
import { memoryStore, type Store } from '../index.ts';
import type { Owner } from '../model/scope.ts';
import { type KeyInput, Keys } from './keys.ts';
import { plannedSchedule, scheduledByPlans } from './scheduled.ts';

let store: Store;
let keys: Keys;
beforeEach(async () => {
  store = memoryStore();
  await store.open();
  keys = new Keys(store);
});

const isScheduled = (userId: string, plans?: Parameters<typeof scheduledByPlans>[1]) =>
  scheduledByPlans(store, plans)({ tenantId: 'default', userId, agentId: 'default' });
const make = (input: Omit<KeyInput, 'name'>) => keys.create({ name: 'a key', ...input });

test('the schedule consolidates all users without restricted keys', async () => {
  expect(await isScheduled('ana')).toBe(true);
  await make({ plan: 'personal' });
  expect(await isScheduled('ana')).toBe(true);
});

test('the schedule skips a user whose key has a plan without consolidation', async () => {
  await make({});
  const { id } = await make({ userId: 'ana', plan: 'personal' });
  await make({ userId: 'ben', plan: 'team' });
  await make({ userId: 'eve', plan: 'no plan of that name' });
  expect(await Promise.all(['ana', 'ben', 'eve', 'joe'].map((user) => isScheduled(user)))).toEqual([
    ...[false, true, false, true],
  ]);
  await keys.revoke(id);
  expect(await isScheduled('ana')).toBe(false);
  await make({ userId: 'ana', plan: 'team' });
  expect(await isScheduled('ana')).toBe(true);
});

test('the schedule uses the most specific key and the plans of the server', async () => {
  await make({ tenantId: 'default', plan: 'personal' });
  expect(await isScheduled('ana')).toBe(false);
  await make({ userId: 'ana', plan: 'team' });
  expect([await isScheduled('ana'), await isScheduled('ben')]).toEqual([true, false]);
  expect(await isScheduled('ben', { personal: ['remember', 'consolidate'] })).toBe(true);
});

test('a schedule with a rule of its own serves only owners that the plans allow too', async () => {
  await make({ userId: 'ana', plan: 'personal' });
  const { only, idleMs } = plannedSchedule(store, { idleMs: 5, only: ({ userId }) => userId !== 'ben' });
  const owners = ['ana', 'ben', 'joe'].map((userId) => ({ tenantId: 'default', userId, agentId: 'default' }));
  expect(await Promise.all(owners.map((owner) => only?.(owner)))).toEqual([false, false, true]);
  expect(idleMs).toBe(5);
  expect(await plannedSchedule(store, {}).only?.(owners[1] as Owner)).toBe(true);
});
