import { describe, expect, it } from 'vitest';
import { languages } from '../../languages/languages.ts';
import { DAY_MS } from '../../model/day.ts';
import { recurringPatterns, runToEnd } from './recurring.ts';

const search = { languages: languages(), minOccurrences: 3 };
const on = (texts: readonly string[], days = texts.map((_, day) => day)) =>
  texts.map((text, at) => ({ text, at: new Date(Date.UTC(2026, 2, 1) + (days[at] ?? 0) * DAY_MS) }));
const matches = (texts: readonly string[], days?: readonly number[]) =>
  runToEnd(recurringPatterns(on(texts, days as number[]), search)).map(({ content, sources }) => [content, sources]);

const LATTE = [
  'I had an oat milk latte.',
  'Sent a parcel.',
  'An oat milk latte again.',
  'Another oat milk latte today.',
];

describe('a recurring statement', () => {
  it('is represented by the sentence nearest to all others', () =>
    expect(matches(LATTE)).toEqual([[LATTE[0], [0, 2, 3]]]));
  it('needs different days', () => expect(matches(LATTE, [0, 0, 0, 1])).toEqual([]));
  it('is neither a greeting nor a question', () =>
    expect(matches(Array.from({ length: 4 }, () => 'Good morning! How is the weather in Oslo?'))).toEqual([]));
  it('is found in any language', () => {
    const texts = [
      'Ich fuhr mit dem Zug zur Arbeit.',
      'Heute mit dem Zug zur Arbeit gefahren.',
      'Mit dem Zug zur Arbeit.',
    ];
    expect(matches(texts)).toMatchObject([[expect.any(String), [0, 1, 2]]]);
  });
  it('shares more than two of many words', () => {
    const texts = [
      'The ferry to Vis brought marble, olives.',
      'A ferry near Vis lost its anchor, radio.',
      'Some ferry off Vis towed swimmers, kayaks.',
    ];
    expect(matches(texts)).toEqual([]);
  });
  it('is counted per speaker', () => {
    const reported = on(LATTE).map((one, at) => ({ ...one, speaker: at === 0 ? 'Ana' : 'Ben' }));
    expect(runToEnd(recurringPatterns(reported, search))).toEqual([]);
  });
});
