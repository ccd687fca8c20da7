import { expect, test } from 'vitest';
import { termsOf } from './terms.ts';

test.for<[string, string[]]>([
  ['Two rabbits, compiled!', ['two', 'rabbit', 'compil']],
  ['compile compiling compiled', ['compil', 'compil', 'compil']],
  ['Café MÜNCHEN', ['cafe', 'munchen']],
  ['snake_case e-mail v2.0', ['snake', 'case', 'e', 'mail', 'v2', '0']],
  ['東京タワー', ['東京', '京タ', 'タワ', 'ワー']],
  ['東', ['東']],
  ['abc東京', ['abc', '東京']],
  ['🦊 \0 " *', []],
])('%j', ([text, terms]) => {
  expect(termsOf(text)).toEqual(terms);
});

test('a very long word is cut the same way in a text and in a query', () => {
  expect(termsOf('a'.repeat(100_000))).toEqual(termsOf('a'.repeat(200)));
});
