import { expect, test } from 'vitest';
import { createSouvenir } from '../create-souvenir.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { importBatches } from './import-batches.ts';

const open = () => createSouvenir({ store: memoryStore(), embedder: null, reader: null });

async function exported(souvenir: Awaited<ReturnType<typeof open>>): Promise<object[]> {
  const records: object[] = [];
  for await (const record of souvenir.for({ userId: 'ana' }).export()) records.push(record);
  return JSON.parse(JSON.stringify(records));
}

/** Whatever order they come in; when they were exported is not what was imported. */
const sorted = ([header, ...records]: object[]): string[] =>
  [{ ...header, at: undefined }, ...records].map((record) => JSON.stringify(record)).sort();

async function memoryOfAna() {
  const souvenir = await open();
  for (const sessionId of ['monday', 'tuesday']) {
    const ana = souvenir.for({ userId: 'ana', sessionId });
    await ana.recordAll([
      { speaker: 'Ana', content: `My sister Eva moved to Porto on ${sessionId}.` },
      { speaker: 'Ana', content: `I am allergic to peanuts, I noticed ${sessionId}.` },
    ]);
    await ana.sessions.end();
    await ana.profile.set({ name: `Ana ${sessionId}` });
  }
  const ana = souvenir.for({ userId: 'ana' });
  const { memory } = await ana.memories.add('Stripe charges cards.', { entities: ['Stripe'] });
  const other = (await ana.memories.add('Stripe has an office in Dublin.', { entities: ['Stripe', 'Dublin'] })).memory;
  await ana.memories.link(memory.id, { to: other.id, type: 'related' });
  await ana.documents.add({ id: 'rooms', content: '# Rooms\n\nThe lamp is by the door.' });
  return souvenir;
}

test('an export imported in batches gives the same memory as in one piece', async () => {
  const [souvenir, whole, fresh] = [await memoryOfAna(), await open(), await open()];
  const records = await exported(souvenir);
  const kinds = new Set(records.map((record) => (record as { kind: string }).kind));
  expect([...kinds].sort()).toEqual(expect.arrayContaining(['entity', 'episode', 'link', 'memory', 'progress']));
  const batches = importBatches(records, 1500);
  expect(batches.length).toBeGreaterThan(5);
  expect(importBatches(records, 1_000_000)).toHaveLength(1);
  const ana = fresh.for({ userId: 'ana' });
  const sessions: number[] = [];
  for (const { text } of batches) {
    const done = await ana.import(text.split('\n').map((line) => JSON.parse(line)));
    sessions.push(done.sessions);
  }
  await whole.for({ userId: 'ana' }).import(records);
  expect(sorted(await exported(fresh))).toEqual(sorted(await exported(whole)));
  expect(sessions.reduce((sum, each) => sum + each, 0)).toBe(2);
  // What was read is not read again.
  expect((await ana.consolidate()).episodesConsumed).toBe(0);
  await Promise.all([souvenir, whole, fresh].map((each) => each.close()));
});

test('a session that spans batches is consolidated as far as it was', async () => {
  const [souvenir, whole, fresh] = [await memoryOfAna(), await open(), await open()];
  const records = await exported(souvenir);
  const kinds = (text: string) => text.split('\n').map((line) => JSON.parse(line).kind);
  const ana = fresh.for({ userId: 'ana' });
  const batches = importBatches(records, 100);
  expect(batches.filter(({ text }) => kinds(text).includes('episode'))).toHaveLength(4);
  for (const { text } of batches) await ana.import(text.split('\n').map((line) => JSON.parse(line)));
  await whole.for({ userId: 'ana' }).import(records);
  const storedIn = (all: object[]) => sorted(all).filter((line) => !line.includes('"kind":"progress"'));
  expect(storedIn(await exported(fresh))).toEqual(storedIn(await exported(whole)));
  expect((await ana.consolidate()).episodesConsumed).toBe(0);
  await Promise.all([souvenir, whole, fresh].map((each) => each.close()));
});

test('a known entity keeps its id in any batch', async () => {
  const [souvenir, fresh] = [await memoryOfAna(), await open()];
  const ana = fresh.for({ userId: 'ana' });
  const { memory } = await ana.memories.add('Stripe is a company.', { entities: ['Stripe'] });
  for (const { text } of importBatches(await exported(souvenir), 1500))
    await ana.import(text.split('\n').map((line) => JSON.parse(line)));
  const { memories } = await ana.memories.list({ entities: ['Stripe'], limit: 100 });
  expect(memories.map(({ content }) => content)).toContain('Stripe charges cards.');
  for (const { entityIds } of memories) expect(entityIds).toEqual(expect.arrayContaining([...memory.entityIds]));
  await Promise.all([souvenir, fresh].map((each) => each.close()));
});

test('a file that does not begin as an export is refused', () => {
  expect(() => importBatches([{ kind: 'memory' }], 10)).toThrow(/record 1: an export begins/);
  expect(() => importBatches([], 10)).toThrow(/record 1/);
});
