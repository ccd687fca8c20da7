import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSouvenir, memoryStore, type Souvenir } from '../../src/index.ts';
import { DAY, manualClock } from '../support/manual-clock.ts';
import { sharedEmbedder, sharedReader } from '../support/shared-embedder.ts';

const STATEMENTS = [
  'My sister Ana moved to a flat by the harbour in Bergen.',
  'Ana has gone vegan, by the way, no more fish on Fridays.',
  'The landlord put the rent up to 640 a month.',
  'I park behind the bakery now, the street is closed.',
  'Joel drives me to dialysis on Tuesdays.',
  'The key to the shed hangs behind the boiler.',
  'We booked the ferry to Vis for the first week of July.',
  'My knee has been bad since the marathon.',
];
let souvenir: Souvenir;
const clock = manualClock('2026-03-01T09:00:00Z');
const me = () => souvenir.for({ userId: 'me' });

beforeAll(async () => {
  souvenir = await createSouvenir({ store: memoryStore(), clock, embedder: sharedEmbedder, reader: sharedReader });
  for (const content of STATEMENTS) {
    const session = souvenir.for({ userId: 'me', sessionId: content });
    await session.record({ content });
    await session.sessions.end();
    clock.advance(DAY);
  }
});
afterAll(() => souvenir.close());

test.each([
  ['Where does Ana live and what does she eat?', /harbour/, /vegan/],
  ['What is my rent, and where do I park?', /640/, /bakery/],
  ['Who drives me to dialysis? And where is the key to the shed?', /Joel/, /boiler/],
  ['when is our ferry and what is wrong with my knee', /Vis/, /marathon/],
])('recall of the questions %j returns an item for each', async (question, one, other) => {
  const { items, query } = await me().recall(question, { touch: false });
  expect(query).toBe(question);
  expect(items[0]?.content).toMatch(one);
  expect(items[1]?.content).toMatch(other);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  const { memories, text } = await me().turn(question, { retrieve: true });
  const reported = [...memories.map(({ content }) => content), text].join('\n');
  expect(reported).toMatch(one);
  expect(reported).toMatch(other);
});

test('Items of several questions share one limit and one budget', async () => {
  const question = 'What is my rent, and where do I park?';
  const { items } = await me().recall(question, { topK: 1, touch: false });
  expect(items.map(({ content }) => content)).toEqual([expect.stringContaining('640')]);
  const { items: few, tokens, cut } = await me().recall(question, { tokenBudget: 12, touch: false });
  expect(few).toHaveLength(1);
  expect(tokens).toBeLessThanOrEqual(12);
  expect(cut.overBudget).toBeGreaterThan(0);
});

test('A double question with one unknown half returns the known half', async () => {
  const { items } = await me().recall('Where do I park, and what is the name of my grandmother?', { touch: false });
  expect(items[0]?.content).toMatch(/bakery/);
  const { items: none, reason } = await souvenir
    .for({ userId: 'nobody' })
    .recall('Where do I park and who has the key?');
  expect([none, reason]).toEqual([[], 'no memory matches the query']);
});

test('An explanation of several questions has the items of recall', async () => {
  const question = 'Where does Ana live and what does she eat?';
  const { items } = await me().recall(question, { touch: false });
  const explained = await me().explain(question);
  expect(explained.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
  const shown = new Set(explained.items.map(({ id }) => id));
  expect(explained.considered.every(({ id }) => !shown.has(id))).toBe(true);
});

test('A single question is answered as before', async () => {
  const { items } = await me().recall('Where does Ana live?', { touch: false });
  expect(items.every(({ question }) => question === undefined)).toBe(true);
});
