import { expect, test } from 'vitest';
import { turn } from '../../test/support/turn.ts';
import type { Sentence } from '../contracts/reader.ts';
import { languages } from '../languages/languages.ts';
import { readSentences } from './read-sentences.ts';

const QUESTION = 'Should the gate of the garden be painted';

/** The sentences of a turn that the reader is asked about. */
async function readOf(content: string, role: 'user' | 'assistant'): Promise<string[]> {
  const read: string[] = [];
  const reader = {
    sentences: async (sentences: readonly Sentence[]) => {
      read.push(...sentences.map(({ text }) => text));
      return sentences.map(() => ({ kind: 'none' as never, chance: 0, lasts: 0 }));
    },
  };
  const context = { languages: languages(), reader, signal: undefined };
  await readSentences({ before: [], episodes: [turn(content, { role })] }, context as never);
  return read;
}

test.each(['?', '？', '؟', '?"', '?”', '?’', '?)', '?»'])(
  'a sentence that ends with %s is read from a user and not from an assistant',
  async (end) => {
    expect(await readOf(`${QUESTION}${end}`, 'assistant')).toEqual([]);
    expect(await readOf(`${QUESTION}${end}`, 'user')).toEqual([`${QUESTION}${end}`]);
  },
);

test('a sentence of an assistant that only quotes a question is read', async () => {
  const text = `"${QUESTION}?" was asked by the neighbour.`;
  expect((await readOf(text, 'assistant')).join(' ')).toContain('was asked by the neighbour.');
});

test.each([
  ['I have a dog and I live in York.', ['I have a dog', 'I live in York.']],
  ['I live with my dog and my two brothers.', ['I live with my dog and my two brothers.']],
  ['I gave up meat, the dog and I had fish.', ['I gave up meat, the dog and I had fish.']],
  ['Imagine I was diabetic and I lived in Rome.', ['Imagine I was diabetic and I lived in Rome.']],
])('two statements of a user in one sentence are read separately: %s', async (text, read) => {
  expect(await readOf(text, 'user')).toEqual(read);
});
