import type { Vocabulary } from './vocabulary.ts';

const DROPPED = /[\p{Mn}\p{Cf}\uFFFD]|(?![\t\n\r])\p{Cc}/gu;
const CJK = '\\u4E00-\\u9FFF\\u3400-\\u4DBF\\uF900-\\uFAFF\\u{20000}-\\u{2CEAF}';
const ALONE = `\\p{P}!-/:-@[-\`{-~${CJK}`;
const WORD = new RegExp(`[${ALONE}]|[^${ALONE}\\p{Z}\\t\\n\\r]+`, 'gu');
const MAX_WORD_CHARS = 100;
/** The longest piece of the vocabulary, without its `##`. */
const MAX_PIECE_CHARS = 18;

export interface WordPiece {
  /** The ids of a text's pieces, computed lazily, without [CLS] and [SEP]. */
  ids(text: string): Generator<number>;
  /** [CLS], then the ids of each text and [SEP]. */
  frame(...texts: readonly (readonly number[])[]): Uint16Array<ArrayBuffer>;
}

export function wordPiece(vocabulary: Vocabulary): WordPiece {
  const special = (name: string): number => {
    const id = vocabulary.idOf(name, 0, name.length, false);
    if (id === undefined) throw new Error(`the vocabulary has no ${name}`);
    return id;
  };
  const unknown = special('[UNK]');
  const first = special('[CLS]');
  const last = special('[SEP]');

  function split(word: string): number[] {
    if (word.length > MAX_WORD_CHARS && [...word].length > MAX_WORD_CHARS) return [unknown];
    const ids: number[] = [];
    for (let at = 0; at < word.length; ) {
      let end = Math.min(word.length, at + MAX_PIECE_CHARS);
      let id: number | undefined;
      while (end > at) {
        id = vocabulary.idOf(word, at, end, at > 0);
        if (id !== undefined) break;
        end--;
      }
      if (id === undefined) return [unknown];
      ids.push(id);
      at = end;
    }
    return ids;
  }

  return {
    *ids(text) {
      const plain = text.toLowerCase().normalize('NFD').replace(DROPPED, '');
      for (const [word] of plain.matchAll(WORD)) yield* split(word);
    },
    frame: (...texts) => Uint16Array.of(first, ...texts.flatMap((ids) => [...ids, last])),
  };
}
