import { expect, test } from 'vitest';
import { memory, minute, OWNER } from '../../test/conformance/store/samples.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import {
  everySession,
  everyStep,
  everyVersion,
  linksAt,
  MAX_LISTED,
  ownerPages,
  ownersOf,
  presentVersion,
} from './store.ts';

const COUNT = 2 * MAX_LISTED + 1;
const numbers = Array.from({ length: COUNT }, (_, n) => n);

test('a paged listing is read to its end', async () => {
  const store = memoryStore();
  await store.open();
  await store.write(OWNER, {
    memories: [memory('hub'), ...numbers.map((n) => memory(`m${n}`))],
    links: numbers.map((n) => ({
      ...{ fromId: `m${n}`, toId: 'hub', type: 'related', strength: 1, createdAt: minute(0) },
    })),
    updates: numbers.map((n) => ({ id: 'hub', content: `version ${n}` })),
    endedSessions: numbers.map((n) => ({ sessionId: `s${n}`, at: minute(0) })),
    progress: numbers.map((n) => ({ component: 'c', sessionId: 's', from: n, through: n + 1 })),
  });
  for (const n of numbers) await store.write({ ...OWNER, agentId: `agent${n}` }, {});
  await store.write({ ...OWNER, tenantId: 'other' }, {});
  expect((await linksAt(store, OWNER, ['hub'])).map(({ fromId }) => fromId).sort()).toEqual(
    numbers.map((n) => `m${n}`).sort(),
  );
  const versions = await everyVersion(store, OWNER, 'hub');
  expect(versions.map(({ number }) => number)).toEqual([...numbers.map((n) => n + 1), COUNT + 1]);
  expect((await presentVersion(store, OWNER, 'hub'))?.number).toBe(COUNT + 1);
  expect(new Set((await everySession(store, OWNER)).map(({ sessionId }) => sessionId)).size).toBe(COUNT);
  expect((await everyStep(store, OWNER)).map(({ from }) => from)).toEqual(numbers);
  expect(await ownersOf(store, OWNER)).toHaveLength(COUNT + 1);
  const pages: number[] = [];
  for await (const page of ownerPages(store)) pages.push(page.length);
  expect(pages).toEqual([MAX_LISTED, MAX_LISTED, 3]);
});
