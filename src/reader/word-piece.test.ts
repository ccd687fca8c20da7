import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { referenceCases } from '../../test/fixtures/souvenir-embed.ts';
import { asset } from './model-file.ts';
import { packagePieces } from './open-model.ts';
import { readVocabulary, type Vocabulary, vocabularyOf, vocabularyTable } from './vocabulary.ts';
import { type WordPiece, wordPiece } from './word-piece.ts';

let vocabulary: Vocabulary;
let pieces: WordPiece;
beforeAll(async () => {
  vocabulary = await readVocabulary();
  pieces = wordPiece(vocabulary);
});

const split = (text: string): string[] => [...pieces.ids(text)].map(vocabulary.pieceOf);

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

  it('splits words of up to 100 characters', () => {
    expect(split('a'.repeat(100)).length).toBeGreaterThan(1);
    expect(split('a'.repeat(101))).toEqual(['[UNK]']);
  });

  it('is created once per process', async () => {
    expect(await packagePieces()).toBe(await packagePieces());
  });

  it('reads only the requested part of a text', () => {
    expect(pieces.ids('word '.repeat(1_000_000)).next().value).toBe(vocabulary.idOf('word', 0, 4, false));
  });
});

describe('the table of the vocabulary', () => {
  const lines = readFileSync(asset('vocab.txt'), 'utf8').trimEnd().split('\n');

  it('finds every piece by its line number, alone and within a text', () => {
    for (const [id, piece] of lines.entries()) {
      const continues = piece.startsWith('##') && piece.length > 2;
      const text = `« ${continues ? piece.slice(2) : piece}!`;
      expect([vocabulary.idOf(text, 2, text.length - 1, continues), vocabulary.pieceOf(id)]).toEqual([id, piece]);
    }
  });

  it('has no piece above the search length', () => {
    expect(Math.max(...lines.map((piece) => piece.replace(/^##/, '').length))).toBeLessThanOrEqual(18);
  });

  it('distinguishes pieces that begin and continue a word', () => {
    const few = 'ab\n##ab\n';
    const two = vocabularyOf(few, vocabularyTable(few));
    expect([two.idOf('ab', 0, 2, false), two.idOf('ab', 0, 2, true)]).toEqual([0, 1]);
    expect([two.idOf('ba', 0, 2, false), two.idOf('abc', 0, 3, false), two.idOf('##ab', 0, 4, false)]).toEqual([
      undefined,
      undefined,
      1,
    ]);
  });
});
