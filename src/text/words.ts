import type { Language } from '../contracts/language.ts';

/** Letters and digits of any script, with apostrophes and hyphens inside a word. */
const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

const POSSESSIVE = /['’]s$/;

/** The words of a text in lower case, in order, without a possessive ending: "Ada's" becomes "ada". */
export const words = (text: string): string[] =>
  (text.toLowerCase().match(WORD) ?? []).map((word) => word.replace(POSSESSIVE, ''));

/** Each content word once, in order. A text of stop words alone keeps them. */
export function contentWords(text: string, language: Pick<Language, 'words' | 'isStopWord'>): string[] {
  const all = [...new Set(language.words(text))];
  const carrying = all.filter((word) => !language.isStopWord(word));
  return carrying.length > 0 ? carrying : all;
}

/** Every run of up to `maxWords` consecutive words, to look up names of several words. */
export function phrases(text: string, maxWords: number): string[] {
  const all = words(text);
  const runs = new Set<string>();
  for (let start = 0; start < all.length; start++)
    for (let length = 1; length <= maxWords && start + length <= all.length; length++)
      runs.add(all.slice(start, start + length).join(' '));
  return [...runs];
}

export const wordList = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Caches the results of the last texts. */
export function memoize<Value>(read: (text: string) => Value, maxCached = 1000): (text: string) => Value {
  const cache = new Map<string, Value>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined || cache.has(text)) return cached as Value;
    const value = read(text);
    if (cache.size >= maxCached) cache.clear();
    cache.set(text, value);
    return value;
  };
}

const PIECE = /\p{Script=Latin}+|\S/gu;
const LETTERS_A_TOKEN = 4;

/** A prefix of about so many tokens: Latin words cost a token per four letters, other characters one each. */
export function beginning(text: string, tokens: number): string {
  let left = tokens;
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    left -= Math.ceil(piece.length / LETTERS_A_TOKEN);
    if (left < 0) return text.slice(0, index) || text.slice(0, LETTERS_A_TOKEN * tokens);
  }
  return text;
}

/** Characters of a long text processed before the event loop gets its turn. */
export const STRETCH = 10_000;

/** A text in pieces of a length that end at a space if there is one; a short text is one piece. */
export function* stretchesOf(text: string): Iterable<string> {
  for (let from = 0; from < text.length; ) {
    const slice = text.slice(from, from + STRETCH);
    const space = from + STRETCH < text.length ? Math.max(slice.lastIndexOf(' '), slice.lastIndexOf('\n')) : -1;
    const stretch = space > 0 ? slice.slice(0, space) : slice;
    yield stretch;
    from += stretch.length;
  }
}
