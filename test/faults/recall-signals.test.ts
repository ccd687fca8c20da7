import { afterEach, expect, it } from 'vitest';
import { createSouvenir, type Embedder, memoryStore, type Souvenir, type Store } from '../../src/index.ts';
import { manualClock } from '../support/manual-clock.ts';

const RABBITS = 'Sarah keeps two rabbits in the garden.';
const TURNS = [RABBITS, 'The train to Ghent leaves at nine.', 'Our budget for the kitchen is 8,000 euros.'];
let souvenir: Souvenir;
afterEach(() => souvenir.close());

async function remembering(store: Store, embedder?: Embedder | null): Promise<Souvenir> {
  const clock = manualClock('2026-02-03T10:00:00Z');
  souvenir = await createSouvenir({ store, clock, ...(embedder !== undefined && { embedder }) });
  for (const content of TURNS) await souvenir.for().record({ content });
  await souvenir.for().sessions.end();
  return souvenir;
}

it('recall without an embedder answers by words', async () => {
  await remembering(memoryStore(), null);
  expect((await souvenir.for().recall('Who keeps rabbits?')).items[0]?.content).toBe(RABBITS);
  expect((await souvenir.for().recall('What is the boiling point of tungsten?')).items).toEqual([]);
});

it('recall answers by words and reports it while the embedder is down', async () => {
  const embedder = { id: 'down', embed: () => Promise.reject(new Error('out of reach')) };
  await remembering(memoryStore(), embedder);
  const { items, degraded } = await souvenir.for().recall('Who keeps rabbits?');
  expect(items[0]?.content).toBe(RABBITS);
  expect(degraded.map(({ part }) => part)).toContain('vector');
});

it('recall treats no name as unknown while the text index is down', async () => {
  const store = memoryStore();
  await remembering({ ...store, searchText: () => Promise.reject(new Error('corrupt')) });
  const { items, evidence, degraded } = await souvenir.for().recall('Does Sarah keep rabbits in the garden?');
  expect(items[0]?.content).toBe(RABBITS);
  expect(evidence['stranger']).toBe(0);
  expect(degraded).toMatchObject([{ part: 'text' }]);
});

it('recall returns as many items as requested, beyond its candidate limit', async () => {
  const store = memoryStore();
  souvenir = await createSouvenir({ store, embedder: null });
  for (let at = 0; at < 300; at++)
    await souvenir.for().record({ content: `Delivery ${at} of tulips came to gate ${at}.` });
  await souvenir.for().sessions.end();
  const { items } = await souvenir.for().recall('Which deliveries of tulips came?', { topK: 300, tokenBudget: null });
  expect(items).toHaveLength(300);
});

it.each(['hello', 'Thanks!', '🦄🦄'])('recall returns nothing for %s', async (query) => {
  await remembering(memoryStore());
  const { items, reason } = await souvenir.for().recall(query);
  expect(items).toEqual([]);
  expect(reason).toMatch(/^the query/);
});

it('recall lists a period for a query of only a time, or uses relevance without matches', async () => {
  await remembering(memoryStore());
  const { items } = await souvenir.for().recall('What happened today?', { components: ['episodic'] });
  expect(items).toHaveLength(TURNS.length);
  expect(await souvenir.for().recall('What did we talk about last week?')).toMatchObject({
    mode: 'relevant',
    items: [],
  });
});

it('recall reports an unknown name', async () => {
  await remembering(memoryStore());
  expect(await souvenir.for().recall('Where did Pedro go on holiday?')).toMatchObject({
    items: [],
    reason: 'nobody of that name is remembered',
  });
});
