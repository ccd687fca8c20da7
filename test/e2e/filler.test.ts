import { afterEach, expect, test } from 'vitest';
import { createSouvenir, defineAgent, type EpisodeInput, memoryStore, type Souvenir } from '../../src/index.ts';
import { manualClock } from '../support/manual-clock.ts';
import { sharedReader } from '../support/shared-embedder.ts';

let souvenir: Souvenir;
afterEach(() => souvenir.close());

/** What a prompt has a line for, where recall finds everything that was said. */
async function linesOf(question: string, ...statement: string[]): Promise<readonly string[]> {
  const clock = manualClock('2026-03-01T09:00:00Z');
  const agents = defineAgent({ recall: { threshold: 0, minScoreShare: 0, topK: 100 } });
  // The reader's sentences are what counts here; its order of answers is not.
  const { answers: _, ...reader } = sharedReader;
  const unread = {
    ...reader,
    answers: async (__: string, passages: readonly unknown[]) => passages.map(() => ({ odds: 0 })),
  };
  souvenir = await createSouvenir({ store: memoryStore(), clock, embedder: null, reader: unread, agents });
  const ana = souvenir.for({ userId: 'ana', sessionId: 'march' });
  for (const line of statement) {
    const [who = '', content = ''] = line.split(/: (.*)/s);
    const turn: EpisodeInput = who === 'assistant' ? { role: 'assistant', content } : { content };
    await ana.record(turn);
    clock.advance(60_000);
  }
  await ana.consolidate();
  clock.advance(60_000);
  const { memories, cut } = await souvenir.for({ userId: 'ana' }).turn(question, { retrieve: true });
  expect([...memories, ...cut.memories].length).toBeGreaterThan(0);
  return memories.map(({ content }) => content);
}

test.each([
  ['How exciting!', 'I got the job at the lighthouse.'],
  ["That's wonderful news, congratulations to you both!", 'We are having a baby in June.'],
  ["I'm so sorry to hear that.", 'My grandmother died on Tuesday.'],
  ['Ha, that made me laugh.', 'The goat ate my hat at the wedding.'],
  ['Glad I could help!', 'The soup came out perfectly.'],
  ['Oh no, that sounds painful. Feel better soon.', 'I slipped on the stairs and hurt my back.'],
  ['Sounds like a plan! Enjoy your trip!', 'We take the night train to Ghent.'],
])('An assistant that only says %j gets no line in a prompt', async (filler, reported) => {
  expect(await linesOf('What did we talk about in March?', `ana: ${reported}`, `assistant: ${filler}`)).not.toContain(
    filler,
  );
});

test.each(['ok, thanks!', 'Thank you so much, you are a star', 'perfect, thank you', 'yes please'])(
  'A user who only says %j gets no line in a prompt',
  async (filler) => {
    const reported = 'My train to Ghent leaves at 9:40.';
    expect(await linesOf('What did we talk about in March?', `ana: ${reported}`, `ana: ${filler}`)).not.toContain(
      filler,
    );
  },
);

test.each([
  ['Shall I look for a dentist in Braga?', 'Also, my brother called, he sold the boat.'],
  ['How lovely! Would you like some ideas for a garden?', 'The cat has been sick all morning, poor thing.'],
  ['I can draw up a list for the move, if you want?', 'My boss wants the figures on her desk first.'],
])('An offer of the assistant gets a line only if the user took it up: %j', async (offer, other) => {
  const reported = 'We moved to Braga last week.';
  const ask = (reply: string) =>
    linesOf('What did we talk about in March?', `ana: ${reported}`, `assistant: ${offer}`, `ana: ${reply}`);
  expect(await ask(other)).not.toContain(offer);
  await souvenir.close();
  expect(await ask('Yes please, do that.')).toContain(offer);
});

test.each([
  'Done: the appointment with Dr Faro is on 9 May.',
  'Oxalic acid works best when there is no brood.',
  'Your passport expires in August.',
])('A reply with content keeps its line: %j', async (statement) => {
  const lines = await linesOf(
    'What did we talk about in March?',
    'ana: Good morning, I need some help.',
    `assistant: ${statement}`,
  );
  expect(lines).toContain(statement);
});
