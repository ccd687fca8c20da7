import { describe, expect, it } from 'vitest';
import { languages } from '../../languages/languages.ts';
import { approximateTokenizer } from '../../tokenizers/tokenizers.ts';
import { askForPatterns } from './ask-for-patterns.ts';

const tokenizer = approximateTokenizer();
const at = new Date('2026-03-01T09:00:00Z');
const occurrences = Array.from({ length: 8 }, (_, index) => ({ text: `Note ${index}.`, at }));
const theme = (...sources: number[]) => ({ sources });
const themes = [theme(0, 2, 4), theme(5, 6, 7)];

async function asked(patterns: unknown, some = themes, notes = occurrences) {
  const prompts: string[] = [];
  const matches = await askForPatterns(some, notes, {
    ...{ tokenizer, languages: languages(), minOccurrences: 3 },
    llm: async (_, user) => {
      prompts.push(user);
      return JSON.stringify({ patterns });
    },
  });
  return { found: matches, prompts };
}

const pattern = (sources: unknown[], more: object = {}) => ({
  type: 'semantic',
  content: 'There is a note.',
  sources,
  ...more,
});

describe('a pattern from a model', () => {
  it('is identified by the numbers of its notes', async () => {
    const { found: matches, prompts } = await asked([pattern([1, 2, 3]), pattern([4, 5, 6], { type: 'procedural' })]);
    expect(prompts).toEqual([
      'Group:\n[1] (2026-03-01) Note 0.\n[2] (2026-03-01) Note 2.\n[3] (2026-03-01) Note 4.\n\nGroup:\n[4] (2026-03-01) Note 5.\n[5] (2026-03-01) Note 6.\n[6] (2026-03-01) Note 7.\n',
    ]);
    expect(matches.map(({ type, sources }) => [type, sources])).toEqual([
      ['semantic', [0, 2, 4]],
      ['procedural', [5, 6, 7]],
    ]);
  });

  it.each<[string, unknown]>([
    ['names notes it was not shown', pattern([1, 2, 9])],
    ['names too few', pattern([1, 2])],
    ['names one thrice', pattern([1, 1, 1])],
    ['says nothing', pattern([1, 2, 3], { content: ' ' })],
    ['copies everything', pattern([1, 2, 3], { content: 'word '.repeat(200) })],
    ['is of no known type', pattern([1, 2, 3], { type: 'episodic' })],
    ['says what no note says', pattern([1, 2, 3], { content: 'Ana owns a yacht.' })],
    ['is the example', pattern([1, 2, 3], { content: 'Ana usually tunes the note at dusk.' })],
    ['is no pattern', 'Usually.'],
  ])('is refused if it %s', async (_, answer) => {
    expect((await asked([answer, pattern([4, 5, 6])])).found).toHaveLength(1);
  });

  it('is requested again if the answer is the schema', async () => {
    const prompts: string[] = [];
    const matches = await askForPatterns(themes, occurrences, {
      ...{ tokenizer, languages: languages(), minOccurrences: 3 },
      llm: async (_, user) =>
        prompts.push(user) === 1
          ? '{"type":"object","properties":{"patterns":{"type":"array"}}}'
          : JSON.stringify({ patterns: [pattern([1, 2, 3]), pattern([4, 5, 6], { content: 'Another note.' })] }),
    });
    expect(prompts[1]).toContain('patterns: there is no such list');
    expect(matches).toHaveLength(2);
  });

  it('is requested in prompts of bounded length and number', async () => {
    const notes = Array.from({ length: 3000 }, () => ({ text: 'many words '.repeat(500), at }));
    const many = Array.from({ length: 150 }, (_, index) =>
      theme(...Array.from({ length: 20 }, (_, n) => 20 * index + n)),
    );
    const { prompts } = await asked([], many, notes);
    expect(prompts).toHaveLength(8);
    for (const prompt of prompts) expect(tokenizer.count(prompt)).toBeLessThan(5000);
  });
});
