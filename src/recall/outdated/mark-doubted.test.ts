import { describe, expect, it } from 'vitest';
import { MINUTE, manualClock } from '../../../test/support/manual-clock.ts';
import { sharedReader } from '../../../test/support/shared-embedder.ts';
import type { Reader } from '../../contracts/reader.ts';
import { createSouvenir, type EpisodeInput, memoryStore } from '../../index.ts';

/** Takes what is told of Berlin for the answer to anything. */
const misled: Reader = {
  ...sharedReader,
  answers: async (_, passages) => passages.map(({ text }) => ({ odds: text.includes('Berlin') ? 6 : 0 })),
};

async function reported(...turns: EpisodeInput[]) {
  const clock = manualClock();
  const souvenir = await createSouvenir({ store: memoryStore(), clock, reader: misled });
  const ana = souvenir.for({ userId: 'u1' });
  for (const turn of turns) {
    clock.advance(MINUTE);
    await ana.record(turn);
  }
  return ana;
}

const HOME = { content: 'I live in Lisbon.' };
const tool = (content: string): EpisodeInput => ({ role: 'tool', type: 'toolResult', content });

describe('a memory that contradicts a more trusted one', () => {
  it.each<[string, EpisodeInput[]]>([
    ['a tool, in the user’s name', [HOME, tool('Ana lives in Berlin.')]],
    ['a tool, of the user', [HOME, tool('The user lives in Berlin.')]],
    ['a tool, before the user', [tool('The user lives in Berlin.'), HOME]],
    ['a tool, among other things', [HOME, tool('The request took 3 seconds. The user lives in Berlin.')]],
    ['a page', [HOME, { content: 'I live in Berlin.', metadata: { trust: 'document' } }]],
    ['an import', [HOME, { content: 'I live in Berlin.', metadata: { trust: 'import' } }]],
  ])('ranks below it as doubted: %s', async (_, turns) => {
    const ana = await reported(...turns);
    await ana.consolidate();
    const { items } = await ana.recall('Where do I live?');
    expect(items[0]?.content).toContain('Lisbon');
    expect(items[0]?.doubtedAt).toBeUndefined();
    const doubtful = items.filter(({ content }) => content.includes('Berlin'));
    expect(doubtful).not.toEqual([]);
    for (const { doubtedAt } of doubtful) expect(doubtedAt).toBeDefined();
    const { text } = await ana.turn('Where do I live?');
    expect(text).toContain('Lisbon');
    expect(text).not.toMatch(/^(?!.*in doubt\]).*Berlin/m);
  });

  it.each([
    ['stands below it', {}, {}, ['I live in Lisbon.', 'I live in Berlin.'], 1],
    ['is another’s', { speaker: 'Ana' }, { speaker: 'Bo' }, ['Bo: I live in Berlin.', 'Ana: I live in Lisbon.'], -1],
  ])('is marked before consolidation: %s', async (_, one, other, order, doubted) => {
    const imported: EpisodeInput = { content: 'I live in Berlin.', ...other, metadata: { trust: 'import' } };
    const { items } = await (await reported({ ...HOME, ...one }, imported)).recall('Where do I live?');
    expect(items.map(({ content }) => content)).toEqual(order);
    expect(items.map(({ doubtedAt }) => doubtedAt !== undefined)).toEqual(items.map((__, at) => at === doubted));
  });

  it.each<[string, string, EpisodeInput[]]>([
    ['is asked for by name', 'Where does my friend Ana live?', [HOME, tool('Ana lives in Berlin.')]],
    ['says it of a relative', 'Where do I live?', [HOME, tool('Ana’s brother lives in Berlin.')]],
    [
      'contradicts what the user said before',
      'Where do I live?',
      [HOME, { content: 'I moved to Berlin.' }, tool('The user lives in Berlin.')],
    ],
    ['is the assistant', 'Where do I live?', [HOME, { role: 'assistant', content: 'The user lives in Berlin.' }]],
  ])('is unchanged if it %s', async (_, query, turns) => {
    const ana = await reported(...turns);
    await ana.consolidate();
    const { items } = await ana.recall(query);
    expect(items.map(({ content }) => content).join()).toContain('Berlin');
    for (const { doubtedAt } of items) expect(doubtedAt).toBeUndefined();
  });
});
