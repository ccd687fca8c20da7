import { expect, it } from 'vitest';
import { DAY, MINUTE, manualClock } from '../../test/support/manual-clock.ts';
import { sharedEmbedder } from '../../test/support/shared-embedder.ts';
import { createSouvenir, memoryStore, type RecallOptions } from '../index.ts';

/** Told on Sunday, 1 March, and asked a week and a half later, on a Thursday. */
async function asked(query: string, turns: readonly string[], options: RecallOptions = {}) {
  const clock = manualClock('2026-03-01T09:00:00Z');
  const souvenir = await createSouvenir({ store: memoryStore(), clock, embedder: sharedEmbedder, reader: null });
  const ana = souvenir.for({ userId: 'ana' });
  for (const content of turns) {
    await ana.record({ content });
    clock.advance(MINUTE);
  }
  await ana.consolidate();
  clock.advance(11 * DAY);
  return ana.recall(query, options);
}

const TURNS = [
  'On Tuesdays I take the bins out before seven.',
  'My last day at the bakery is the 30th of June.',
  'We cleaned the whole garden the day after the party.',
];

it.each([
  ['When is my last day?', TURNS[1]],
  ['When do I have my last day at the bakery?', TURNS[1]],
  ['What happened the day after the party?', TURNS[2]],
  ['What must I do on Tuesday?', TURNS[0]],
  ['What is there on Tuesday?', TURNS[0]],
  ['What did I have to do on Tuesday?', TURNS[0]],
  ['What did I say about Tuesday?', TURNS[0]],
])('recall of %j falls back to relevance if nothing has that date', async (query, answer) => {
  const { items, mode } = await asked(query, TURNS);
  expect({ mode, first: items[0]?.content }).toEqual({ mode: 'relevant', first: answer });
});

it("recall keeps the caller's period even if nothing has that date", async () => {
  const { items, reason } = await asked('What did I do on Tuesday?', TURNS, { mode: 'temporal' });
  expect({ items, reason }).toEqual({ items: [], reason: 'no memory passes the filters' });
});
