import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { termCounter, termsIn, termsOf } from './terms.ts';

test.for<[string, string[]]>([
  ['Two rabbits, compiled!', ['two', 'rabbit', 'compil']],
  ['compile compiling compiled', ['compil', 'compil', 'compil']],
  ['Café MÜNCHEN', ['cafe', 'munchen']],
  ['snake_case e-mail v2.0', ['snake', 'case', 'e', 'mail', 'v2', '0']],
  ['東京タワー', ['東京', '京タ', 'タワ', 'ワー', '東', '京']],
  ['abc東京', ['abc', '東京']],
  ['🦊 \0 " *', []],
])('the terms of %j', ([text, terms]) => {
  expect(termsOf(text)).toEqual(terms);
});

test('a very long word is cut the same way in a text and in a query', () => {
  expect(termsOf('a'.repeat(10_000))).toEqual(termsOf('a'.repeat(200)));
});

test('a word of another language has a second term where its own stemmer cuts it otherwise', () => {
  expect(termsOf('Die Katzen wohnen in alten Häusern')).toEqual([
    ...['die', 'katzen', 'katz', 'wohnen', 'wohn', 'in', 'alten', 'alt', 'hausern', 'haus'],
  ]);
  expect(termsOf('Моя кошка живёт')).toEqual(['моя', 'мо', 'кошка', 'кошк', 'живет']);
});

test('a query in the language of a text meets it in another form of the word, and a misread one in the same form', () => {
  const text = new Set(termsOf('Meine Schwester arbeitet in den Häusern am Fluss'));
  expect(termsIn('Haus', 'de').some((term) => text.has(term))).toBe(true);
  expect(termsIn('Häusern', 'en').some((term) => text.has(term))).toBe(true);
});

test('a word of a single sign is found in a text without spaces, and one of several by its pairs', () => {
  const text = new Set(termsOf('我养了一只橘猫，名字叫豆包。'));
  expect(termsIn('猫', 'zh')).toEqual(['猫']);
  expect(termsIn('名字', 'zh')).toEqual(['名字']);
  for (const term of ['猫', '名字']) expect(text).toContain(term);
});

describe('termCounter', () => {
  it('counts what termsOf finds, for any text and any terms', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        'Rabbits rabbit, RABBIT! ties dies ays ies sky skies',
        'ai i ay is probabl probability relational',
        'ÉCOLE école 東京都',
        'Die Häuser, das Haus: wo wohnen wir?',
      ),
    );
    fc.assert(
      fc.property(text, text, (wanted, content) => {
        const terms = new Set(termsOf(wanted));
        const expected = termsOf(content);
        const { counts, all } = termCounter(terms)(content);
        expect(all).toBe(expected.length);
        for (const term of terms)
          expect(counts.get(term) ?? 0).toBe(expected.filter((matches) => matches === term).length);
      }),
    );
  });
});
