import { describe, expect, it } from 'vitest';
import { english } from '../languages/english/english.ts';
import { isQuestion } from '../languages/english/small-talk.ts';
import { contentWords, phrases, words } from './words.ts';

describe('words', () => {
  it('are letters and digits of any script, in lower case', () => {
    expect(words("Zoë o'clock 2nd café—naïve, 東京 and e-mail!")).toEqual([
      'zoë',
      "o'clock",
      '2nd',
      'café',
      'naïve',
      '東京',
      'and',
      'e-mail',
    ]);
    expect(words('🐇 … !!')).toEqual([]);
  });

  it('are without a possessive ending', () => {
    expect(words("Ada's, Bo’s and James' cat's-eye isn't sis")).toEqual([
      'ada',
      'bo',
      'and',
      'james',
      "cat's-eye",
      "isn't",
      'sis',
    ]);
  });

  it('that carry meaning are kept once, unless there are none', () => {
    expect(contentWords('What is the colour of the colour of my car?', english())).toEqual(['colour', 'car']);
    expect(contentWords('What is it that you do?', english())).toEqual(['what', 'is', 'it', 'that', 'you', 'do']);
  });

  it('in runs make phrases', () => {
    expect(phrases('New York City', 2)).toEqual(['new', 'new york', 'york', 'york city', 'city']);
  });
});

describe('isQuestion', () => {
  it.each(['Where is it?', 'Really? Are you sure?', '¿Why?'])('%j only asks', (text) =>
    expect(isQuestion(text)).toBe(true),
  );
  it.each(['I left. Did you?', 'No.', 'Wow!', '', '???'])('%j does not', (text) =>
    expect(isQuestion(text)).toBe(false),
  );
});
