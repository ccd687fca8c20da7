import { afterEach, expect, it } from 'vitest';
import { createSouvenir, type EpisodeInput, type Souvenir, type Store } from '../../src/index.ts';
import { STORES } from '../support/fresh-souvenir.ts';
import { manualClock } from '../support/manual-clock.ts';
import { sharedEmbedder, sharedReader } from '../support/shared-embedder.ts';

let souvenir: Souvenir | undefined;
afterEach(() => souvenir?.close());

async function openTalk(store: Store) {
  const clock = manualClock('2026-03-01T09:00:00Z');
  souvenir = await createSouvenir({ store, clock, embedder: sharedEmbedder, reader: sharedReader });
  const ana = souvenir.for({ userId: 'ana' });
  let count = 0;
  const record = (turn: EpisodeInput, sessionId = `s${++count}`) =>
    souvenir?.for({ userId: 'ana', sessionId }).record(turn);
  const consolidate = async () => {
    await ana.consolidate({ minAgeMs: 0 });
    await souvenir?.settled();
  };
  const say = async (content: string) => {
    await record({ content });
    clock.advance(60_000);
    await consolidate();
  };
  const factsOf = async (status: 'active' | 'superseded') =>
    (await ana.memories.list({ components: ['durable'], statuses: [status] })).memories.map(({ content }) => content);
  return { ana, clock, record, consolidate, say, factsOf };
}

it.each(STORES)(
  'A statement after a clock that ran ahead supersedes those of that time, in the %s store',
  async (_, makeStore) => {
    const { ana, clock, say, factsOf } = await openTalk(makeStore());
    await say('I live in Lisbon.');
    clock.set('2031-06-01T09:00:00Z');
    await say('I live in Minsk now.');
    clock.set('2026-03-02T09:00:00Z');
    await say('I live in Porto now.');
    expect(await factsOf('active')).toEqual(['I live in Porto now.']);
    expect((await factsOf('superseded')).sort()).toEqual(['I live in Lisbon.', 'I live in Minsk now.']);
    expect(await ana.profile.get()).toEqual({ home: ['I live in Porto now.'] });
    const { items } = await ana.recall('Where do I live now?');
    expect(items[0]?.content).toBe('I live in Porto now.');
    expect(items.find(({ content }) => content.includes('Minsk'))?.outdated).toBeDefined();
  },
);

it.each(STORES)(
  'A statement of a clock that ran ahead is recalled after it is corrected, in the %s store',
  async (_, makeStore) => {
    const { ana, clock, record, consolidate, say, factsOf } = await openTalk(makeStore());
    await say('I live in Lisbon.');
    clock.set('2031-06-01T09:00:00Z');
    await say('My cat is called Zorbelia.');
    await record({ content: 'My bike is a red Velomir.' }, 'waiting');
    await ana.flush();
    clock.set('2026-03-02T09:00:00Z');
    await record({ content: 'Thanks, and good night to you.' }, 'waiting');
    await consolidate();
    for (const [query, word] of [
      ['What is my cat called?', 'Zorbelia'],
      ['What bike do I have?', 'Velomir'],
    ] as const)
      expect((await ana.recall(query)).items.map(({ content }) => content).join()).toContain(word);
    expect(await factsOf('active')).toContain('I live in Lisbon.');
    const { turns } = await (souvenir as Souvenir).for({ userId: 'ana', sessionId: 'waiting' }).sessions.turns();
    expect(turns.map(({ content }) => content)).toEqual([
      'My bike is a red Velomir.',
      'Thanks, and good night to you.',
    ]);
    for (const { occurredAt } of turns) expect(occurredAt <= clock.now()).toBe(true);
  },
);

it('Dates of the caller decide, also after a clock that ran ahead', async () => {
  const [, makeStore] = STORES[1] as (typeof STORES)[number];
  const { clock, record, consolidate, say, factsOf } = await openTalk(makeStore());
  clock.set('2031-06-01T09:00:00Z');
  await say('I live in Porto now.');
  clock.set('2026-03-02T09:00:00Z');
  await record({ content: 'I live in Lisbon.', occurredAt: '2020-01-01' });
  await consolidate();
  expect(await factsOf('active')).toEqual(['I live in Porto now.']);
  expect(await factsOf('superseded')).toEqual(['I live in Lisbon.']);
});

it.each(STORES)(
  'Profile fields, instructions and documents of a clock that ran ahead are replaced by later ones, in the %s store',
  async (_, makeStore) => {
    const { ana, clock, consolidate } = await openTalk(makeStore());
    clock.set('2031-06-01T09:00:00Z');
    await ana.profile.set({ name: 'Anna' });
    await ana.instructions.apply('Answer in one sentence.');
    await ana.documents.add({ id: 'mast', content: 'The mast is of ash wood.' });
    clock.set('2026-03-02T09:00:00Z');
    await consolidate();
    expect(await ana.profile.get()).toMatchObject({ name: 'Anna' });
    await ana.profile.set({ name: 'Ana' });
    await ana.instructions.apply('Answer in two sentences.');
    await ana.documents.add({ id: 'mast', content: 'The mast is of spruce.' });
    expect(await ana.profile.get()).toMatchObject({ name: 'Ana' });
    expect(await ana.instructions.current()).toMatchObject({ text: 'Answer in two sentences.' });
    const chunks = await ana.documents.chunks('mast');
    expect(chunks.map(({ text }) => text)).toEqual(['The mast is of spruce.']);
  },
);
