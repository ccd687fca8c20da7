import { beforeEach, expect, test } from 'vitest';
import { memoryStore, type Store } from '../index.ts';
import { type KeyInput, Keys } from './keys.ts';
import { scheduledByPlans } from './scheduled.ts';

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

test('the schedule consolidates everybody while no key is bound', async () => {
  expect(await isScheduled('ana')).toBe(true);
  await make({ plan: 'personal' });
  expect(await isScheduled('ana')).toBe(true);
});

test('the schedule does not consolidate a user whose key has a plan without it, whatever other keys may', async () => {
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

test('the schedule goes by the key that is bound closest, and by the plans of the server', async () => {
  await make({ tenantId: 'default', plan: 'personal' });
  expect(await isScheduled('ana')).toBe(false);
  await make({ userId: 'ana', plan: 'team' });
  expect([await isScheduled('ana'), await isScheduled('ben')]).toEqual([true, false]);
  expect(await isScheduled('ben', { personal: ['remember', 'consolidate'] })).toBe(true);
});
