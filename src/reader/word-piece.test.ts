import { beforeAll, describe, expect, it } from 'vitest';
import { referenceCases } from '../../test/fixtures/souvenir-embed.ts';
import { readVocabulary } from './model-file.ts';
import { type WordPiece, wordPiece } from './word-piece.ts';

let vocabulary: string[];
let pieces: WordPiece;
beforeAll(async () => {
  vocabulary = await readVocabulary(30522);
  pieces = wordPiece(vocabulary);
});

const split = (text: string): (string | undefined)[] => [...pieces.ids(text)].map((id) => vocabulary[id]);

describe('wordPiece', () => {
  it.each(referenceCases)('gives the reference ids: $text', ({ text, tokens }) => {
    expect([...pieces.frame([...pieces.ids(text)].slice(0, 254))]).toEqual(tokens);
  });

  it.each<[string, string, string[]]>([
    ['lower case, accents off', 'CRÈME Brûlée', ['cr', '##eme', 'br', '##ule', '##e']],
    ['punctuation on its own', "it's_a-b", ['it', "'", 's', '_', 'a', '-', 'b']],
    ['symbols of ASCII too', 'a+b=$5', ['a', '+', 'b', '=', '$', '5']],
    ['other symbols within their word', '€5', ['€', '##5']],
    ['CJK characters on their own', '日本', ['日', '本']],
    ['every kind of space', 'a\u00a0b\u3000c\u2028d\u2029e\tf', ['a', 'b', 'c', 'd', 'e', 'f']],
    [
      'control and format characters dropped, not spaces',
      'a\u000bb\u0085c\u200dd\u00ade\ufffdf',
      ['abc', '##de', '##f'],
    ],
    ['a word it cannot cover', '\ud83d\ude00', ['[UNK]']],
    ['half a surrogate pair', 'a \ud83d b', ['a', '[UNK]', 'b']],
    ['special tokens as plain text', '[CLS]', ['[', 'cl', '##s', ']']],
  ])('%s', (_, text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  it('covers words of 100 characters, and none longer', () => {
    expect(split('a'.repeat(100)).length).toBeGreaterThan(1);
    expect(split('a'.repeat(101))).toEqual(['[UNK]']);
  });

  it('reads no more of a text than is asked for', () => {
    expect(pieces.ids('word '.repeat(1_000_000)).next().value).toBe(vocabulary.indexOf('word'));
  });
});
