import { afterEach, expect, it } from 'vitest';
import { createSouvenir, memoryStore, type Souvenir, type SouvenirOptions, type Store } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { manualClock } from '../support/manual-clock.ts';
import { sharedReader } from '../support/shared-embedder.ts';

const DAY = 86_400_000;
const SCOPE = { tenantId: 'default', userId: 'ana', agentId: 'default' };
let souvenir: Souvenir;
afterEach(() => souvenir.close());

async function reported(store: Store, retention: SouvenirOptions['retention']) {
  const clock = manualClock('2026-03-01T10:00:00Z');
  souvenir = await createSouvenir({
    store,
    clock,
    embedder: null,
    reader: sharedReader,
    ...(retention && { retention }),
  });
  const ana = souvenir.for(SCOPE);
  await ana.record({ content: 'I am allergic to walnuts.' });
  await ana.consolidate();
  clock.advance(40 * DAY);
  await ana.record({ content: 'I moved to York in May.' });
  await ana.consolidate();
  const stored = async () =>
    (await ana.memories.list({ limit: 100 })).memories.map(({ component, content }) => `${component}: ${content}`);
  const turns = async () =>
    (await store.listEpisodes(SCOPE, { limit: 9, withHidden: true })).map(({ content }) => content);
  return { ana, clock, stored, turns };
}

it.each([
  ['the memory store', memoryStore],
  ['sqlite', () => sqliteStore({ path: ':memory:' })],
] as const)('retention erases old turns on %s and keeps their facts', async (_, makeStore) => {
  const { ana, stored, turns } = await reported(makeStore(), { episodesDays: 30 });
  expect(await stored()).toContain('episodic: I am allergic to walnuts.');
  const receipts = await souvenir.eraseExpired();
  expect(receipts).toMatchObject([
    { userId: 'ana', by: ['before', 'turnsOnly'], counts: { episodes: 1, memories: 1 } },
  ]);
  expect(await turns()).toEqual(['I moved to York in May.']);
  expect((await stored()).filter((each) => each.includes('walnuts'))).toEqual(['durable: I am allergic to walnuts.']);
  expect((await ana.recall('walnuts', { threshold: 0 })).items).toHaveLength(1);
  expect((await souvenir.verifyErasure(receipts[0] as never)).isErased).toBe(true);
  expect(await souvenir.eraseExpired()).toEqual([]);
});

it('retention of memories erases everything older', async () => {
  const { stored, turns, ana } = await reported(memoryStore(), { memoriesDays: 30 });
  await souvenir.eraseExpired();
  expect(await turns()).toEqual(['I moved to York in May.']);
  expect((await stored()).filter((each) => each.includes('walnuts'))).toEqual([]);
  expect(JSON.stringify(await ana.profile.get())).not.toContain('walnuts');
  expect((await stored()).some((each) => each.includes('York'))).toBe(true);
});

it('retention is unlimited by default and set in days', async () => {
  const { turns } = await reported(memoryStore(), undefined);
  expect(await souvenir.eraseExpired()).toEqual([]);
  expect(await turns()).toHaveLength(2);
  const wrong = createSouvenir({ store: memoryStore(), retention: { episodesDays: -1 } });
  await expect(wrong).rejects.toMatchObject({
    code: 'invalidInput',
    message: expect.stringMatching(/retention\.episodesDays/),
  });
  await expect(souvenir.erase({ userId: 'ana', turnsOnly: true, types: ['semantic'] })).rejects.toMatchObject({
    code: 'invalidInput',
  });
});

it('exportUser writes everything stored of a person, including forgotten memories, as one text', async () => {
  const { ana } = await reported(memoryStore(), undefined);
  await ana.profile.set({ name: 'Ana' } as never);
  const { memory } = await ana.memories.add('Ana prefers tea.');
  await ana.memories.update(memory.id, { content: 'Ana prefers green tea.' });
  const [fact] = (await ana.memories.list({ components: ['durable'] })).memories;
  await ana.memories.forget(fact?.id ?? '');
  await souvenir.for({ userId: 'ben' }).record({ content: 'I keep bees.' });
  let text = '';
  for await (const piece of souvenir.exportUser({ userId: 'ana' })) text += piece;
  expect(text).toMatch(/^# What is held about ana\n/);
  expect(text).toMatch(
    /## Profile\n\n### Memories\n\n- health: not known.*\n {2}- before: health: I am allergic to walnuts\.\n(?:.*\n)*?- name: Ana/,
  );
  expect(text).toMatch(/- Ana prefers green tea\. \(.*\)\n {2}- before: Ana prefers tea\.\n/);
  expect(text).toMatch(/allergic to walnuts\. \(.*forgotten/);
  expect(text).toMatch(/- 2026-03-01T10:00:00\.000Z user: I am allergic to walnuts\. \(forgotten\)\n/);
  expect(text).toMatch(/user: I moved to York in May\.\n/);
  expect(text).not.toMatch(/bees/);
  let nobody = '';
  for await (const piece of souvenir.exportUser({ userId: 'nobody' })) nobody += piece;
  expect(nobody).toMatch(/Nothing\./);
  const wrong = async () => {
    for await (const _ of souvenir.exportUser({ userId: '*' })) throw new Error('told');
  };
  await expect(wrong()).rejects.toMatchObject({ code: 'invalidInput' });
});

it('retention keeps notes of unaffected owners, and an interrupted run rewrites the file later', async () => {
  const store = memoryStore();
  const scrubbed: number[] = [];
  Object.assign(store, {
    files: { scrub: async () => void scrubbed.push(1), holding: async () => [], verify: async () => {} },
  });
  await reported(store, { episodesDays: 400 });
  await store.write(SCOPE, { notes: [{ name: 'setbacks', value: [] }] });
  await souvenir.eraseExpired();
  expect(await store.noteOf(SCOPE, 'setbacks')).toEqual([]);
  expect(scrubbed).toEqual([]);
  const home = { tenantId: 'default', userId: '*', agentId: 'shared:.retention' };
  expect(await store.noteOf(home, 'unscrubbed')).toBeUndefined();
  await store.write(home, { notes: [{ name: 'unscrubbed', value: true }] });
  await souvenir.eraseExpired();
  expect(scrubbed).toEqual([1]);
});

it('retention runs when the memory is opened', async () => {
  const store = memoryStore();
  const { clock } = await reported(store, undefined);
  await souvenir.settled();
  const again = await createSouvenir({ store, clock, embedder: null, retention: { episodesDays: 30 } });
  const erased = await new Promise((resolve) => again.on('expiredErased', resolve));
  expect(erased).toMatchObject({ receipt: { userId: 'ana', counts: { episodes: 1 } } });
  await again.close();
  await store.open();
});
