const MAX_READ_CHARS = 1000;
const MAX_COMPARED = 60;
const WORD = /[\p{L}\p{N}]+/gu;

const wordsOf = (text: string): string[] => [...new Set(text.slice(0, MAX_READ_CHARS).match(WORD) ?? [])];

/** Compares prefixes: "rabbit" and "rabbits". */
function isSame(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return long.startsWith(short) && long.length - short.length <= (short.length < 3 ? 0 : 2);
}

export function shared(words: readonly string[], text: string): string[] {
  const there = wordsOf(text.toLowerCase());
  return words.filter((word) => there.some((other) => isSame(word.toLowerCase(), other)));
}

export interface QueryWords {
  readonly all: readonly string[];
  /** Words of at most half of the candidates, which works in any language. */
  readonly rare: readonly string[];
}

export function queryWords(query: string, texts: readonly string[]): QueryWords {
  const compared = texts.slice(0, MAX_COMPARED);
  const counts = new Map<string, number>();
  const all = wordsOf(query);
  for (const text of compared) for (const word of shared(all, text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { all, rare: all.filter((word) => (counts.get(word) ?? 0) <= Math.max(2, compared.length / 2)) };
}
