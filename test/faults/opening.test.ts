import { expect, test } from 'vitest';
import { hashEmbedder } from '../../src/embedders/index.ts';
import { createSouvenir, memoryStore } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { memory } from '../conformance/store/samples.ts';
import { testServer } from '../support/postgres.ts';
import { cutConnections } from './opening/cut-connections.ts';
import { FAULTS, faultyStore } from './opening/faulty-store.ts';
import { injectFaults } from './opening/inject.ts';

const sqliteInMemory = () => sqliteStore({ path: ':memory:' });
/** Calls that a memory makes before its caller has asked it for anything, and a few more. */
const OPENING = 5;

test('a store that fails while a memory opens leaves no rejection unheard', async () => {
  const { wrong, faults } = await injectFaults({ makeStore: memoryStore }, { most: OPENING });
  expect(wrong).toEqual([]);
  expect(faults).toBeGreaterThan(100);
});

test('what could not be embedded as a memory opened is told, and embedded after the next consolidation', async () => {
  const inner = memoryStore();
  await inner.open();
  const owner = { tenantId: 'default', userId: 'ben', agentId: 'default' };
  await inner.write(owner, { memories: [memory('held', owner)] });
  const { store } = faultyStore(inner, (call) => (call === 2 ? FAULTS['refused'] : undefined));
  const souvenir = await createSouvenir({ store, embedder: hashEmbedder(), reader: null });
  const failed: unknown[] = [];
  souvenir.on('embeddingFailed', ({ error }) => failed.push(error));
  await souvenir.settled();
  expect(failed).toEqual([expect.objectContaining({ code: 'unreachable' })]);
  expect((await souvenir.stats()).unembedded).toBe(1);
  await souvenir.for({ userId: 'ana' }).consolidate();
  await souvenir.settled();
  expect((await souvenir.stats()).unembedded).toBe(0);
  await souvenir.close();
});

test('a store that fails while a memory is used leaves no rejection unheard', async () => {
  const { wrong, faults } = await injectFaults({ makeStore: sqliteInMemory }, { step: 61 });
  expect(wrong).toEqual([]);
  expect(faults).toBeGreaterThan(100);
});

test('a store that fails at any call leaves no rejection unheard', { tags: ['long'] }, async () => {
  const { wrong, faults } = await injectFaults({ makeStore: memoryStore }, { step: 3 });
  expect(wrong).toEqual([]);
  expect(faults).toBeGreaterThan(1000);
});

const server = await testServer();
const reason = 'missing' in server ? `: ${server.missing}` : '';

test.skipIf(reason !== '')(
  `connections that PostgreSQL ends leave no rejection unheard${reason}`,
  { tags: ['long'] },
  async () => {
    const place = await cutConnections('url' in server ? server.url : '');
    const opening = await injectFaults(place, { most: OPENING });
    const use = await injectFaults(place, { step: 41 });
    await place.remove();
    expect([...opening.wrong, ...use.wrong]).toEqual([]);
    expect(opening.faults + use.faults).toBeGreaterThan(100);
  },
);
