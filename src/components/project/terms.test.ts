import { expect, test } from 'vitest';
import { languages } from '../../languages/languages.ts';
import { termsOf } from './terms.ts';

const terms = (text: string): string[] => termsOf(text, languages().of(text));

test('a path or an identifier counts as a whole and by its parts', () => {
  expect(terms('edited src/wait-list.ts: PULSE_MS')).toEqual(
    expect.arrayContaining(['src/wait-list.ts', 'src', 'wait', 'list', 'ts', 'pulse_ms', 'pulse', 'ms']),
  );
});

test('stop words, single letters and repetitions are no terms', () => {
  expect(terms('And the queue is x of the queue')).toEqual(['queue']);
});

test('a text of any length has at most 120 terms', () => {
  expect(terms(Array.from({ length: 5000 }, (_, at) => `word${at}`).join(' '))).toHaveLength(120);
});
