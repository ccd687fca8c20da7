/** A word of a text, without the `'s` after it. */
export interface TextWord {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  readonly gap: string;
  /** It opens a sentence, line or quotation, where a capital means nothing. */
  readonly initial: boolean;
  readonly capital: boolean;
  /** At least two letters, all capitals. */
  readonly upper: boolean;
}

const WORD = /(?:\p{Lu}\.){2,}|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’&-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
const POSSESSIVE = /['’]s$/i;
const BREAK = /[^\s,'’&)/-]/u;
const ABBREVIATED = new Set(['mr', 'mrs', 'ms', 'dr', 'st', 'prof', 'jr', 'sr', 'vs', 'mt']);

export function textWords(text: string): TextWord[] {
  const words: TextWord[] = [];
  let last = 0;
  for (const { 0: spelling, index } of text.matchAll(WORD)) {
    const word = spelling.replace(POSSESSIVE, '');
    const gap = text.slice(last, index);
    const before = words.at(-1);
    const stopped = gap.trim() === '.' && before !== undefined && ABBREVIATED.has(before.lower);
    words.push({
      text: word,
      lower: word.toLowerCase(),
      start: index,
      end: index + word.length,
      gap,
      initial: before === undefined || (!stopped && (BREAK.test(gap) || gap.includes('\n'))),
      capital: /^\p{Lu}/u.test(word),
      upper: /^\p{Lu}[\p{Lu}\p{N}.&-]+$/u.test(word),
    });
    last = index + spelling.length;
  }
  return words;
}
