import { expect, it } from 'vitest';
import { english } from './english.ts';

const language = english();
const now = new Date('2026-03-02T08:00:00Z');

/** Every method, with the text in each place it can stand. */
const CALLS: Readonly<Record<string, (text: string) => unknown>> = {
  words: language.words,
  isStopWord: language.isStopWord,
  sentences: language.sentences,
  spelledNumbers: (text) => language.spelledNumbers?.(text),
  dates: (text) => language.dates(text, now),
  names: language.names,
  smallTalk: (text) => language.smallTalk(text, [text.slice(0, 100)]),
  intent: (text) => language.intent(text, now),
  statesChange: language.statesChange,
  topics: language.topics,
  manners: language.manners,
  claim: language.claim,
  cues: language.cues,
  restsOn: language.restsOn,
  compare: (text) => [language.compare(text, 'I live in Oslo.'), language.compare(text, `${text} now`)],
  contradictingSentence: (text) => language.contradictingSentence(text, 'The API uses OAuth.'),
  saySame: (text) => language.saySame(text, `${text} too`),
  likeness: (text) => language.likeness(text, `${text} too`),
  statedEnd: (text) => language.statedEnd(text, now),
  statesTaste: language.statesTaste,
  emptyTalk: language.emptyTalk,
  memoryNeed: (text) => language.memoryNeed(text, ['Ana']),
  memoryType: language.memoryType,
  importance: language.importance,
};

const HOSTILE: Readonly<Record<string, string>> = {
  'an adverb over and over': `I ${'simply '.repeat(33)}x.`,
  'one word 50,000 times': 'word '.repeat(50_000),
  'a word of 100,000 letters': 'a'.repeat(100_000),
  'digits alone': '1'.repeat(100_000),
  'commas alone': ','.repeat(10_000),
  'spaces alone': ' '.repeat(50_000),
  'quotes that never close': '"I said '.repeat(2000),
  'conjunctions alone': 'I and '.repeat(5000),
  'numbers and units': '3 days and '.repeat(5000),
  'weekdays alone': 'Monday to '.repeat(2000),
  'a claim without an end': `The user wants the assistant to ${'always use very '.repeat(5000)}`,
  'brackets that never close': '[('.repeat(10_000),
  'lines of nothing': '\n-\n'.repeat(10_000),
};

it('the hostile-text test covers every method of English', () => {
  expect(Object.keys(CALLS).sort()).toEqual(
    Object.keys(language)
      .filter((name) => name !== 'code')
      .sort(),
  );
});

// What takes more than time in proportion to the text does not come back at all.
it.each(Object.entries(CALLS))(
  '%s of English returns for every hostile text',
  (_, call) => {
    for (const text of Object.values(HOSTILE)) call(text);
  },
  60_000,
);
