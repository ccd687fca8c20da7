import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english } from '../languages/english/english.ts';
import { isQuestion } from '../languages/english/small-talk.ts';
import { beginning, contentWords, phrases, STRETCH, stretchesOf, words } from './words.ts';

describe('words of a text', () => {
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

  it('that carry meaning are listed once', () => {
    expect(contentWords('What is the colour of the colour of my car?', english())).toEqual(['colour', 'car']);
    expect(contentWords('What is it that you do?', english())).toEqual(['what', 'is', 'it', 'that', 'you', 'do']);
  });

  it('in sequence make phrases', () => {
    expect(phrases('New York City', 2)).toEqual(['new', 'new york', 'york', 'york city', 'city']);
  });
});

describe('isQuestion', () => {
  it.each(['Where is it?', 'Really? Are you sure?', '¿Why?'])('accepts %j', (text) =>
    expect(isQuestion(text)).toBe(true),
  );
  it.each(['I left. Did you?', 'No.', 'Wow!', '', '???'])('rejects %j', (text) => expect(isQuestion(text)).toBe(false));
});

describe('the beginning of a text', () => {
  it.each([
    ['whole where it fits', 'one two six', 3, 'one two six'],
    ['cut before the first word that does not fit', 'one two three', 2, 'one two '],
    ['a token per four letters', 'elephants eat', 4, 'elephants eat'],
    ['one letter more is a token more', 'elephants eat', 3, 'elephants '],
    ['a token for each digit and sign', 'room 12, left', 4, 'room 12, '],
    ['a token for each letter of a script without spaces', '東京タワー', 2, '東京'],
    ['accents do not count', 'naïve café', 3, 'naïve café'],
    ['signs of two code units stay whole', '🦊🐇🎉', 2, '🦊🐇'],
    ['nothing for no tokens', 'one', 0, ''],
    ['empty', '', 5, ''],
  ])('%s', (_, text, tokens, expected) => {
    expect(beginning(text, tokens)).toBe(expected);
  });

  it('is a prefix that grows with the token limit', () => {
    const text = fc
      .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.lorem()), { maxLength: 8 })
      .map((all) => all.join(' '));
    fc.assert(
      fc.property(text, fc.nat(40), (text, tokens) => {
        const read = beginning(text, tokens);
        expect(text.startsWith(read)).toBe(true);
        expect(beginning(text, tokens + 1).length).toBeGreaterThanOrEqual(read.length);
        expect(read.replace(/\s/g, '').length).toBeLessThanOrEqual(4 * tokens);
        expect(beginning(text, text.length)).toBe(text);
      }),
    );
  });
});

describe('stretches of a text', () => {
  it('cover the text in order within the maximum length', () =>
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '東', '😀'), maxLength: 50 }), (piece) => {
        const text = piece.repeat(1000);
        const stretches = [...stretchesOf(text)];
        expect(stretches.join('')).toBe(text);
        for (const stretch of stretches) expect(stretch.length).toBeLessThanOrEqual(STRETCH);
      }),
      { numRuns: 20 },
    ));

  it('end between words', () => {
    const text = 'seven letters here '.repeat(2000);
    expect([...stretchesOf(text)].flatMap(words)).toEqual(words(text));
  });
});
