import type { ClauseWord } from './clause-word.ts';

/** Phrases of one or more words, by their words with single spaces. */
export interface PhraseSet {
  readonly phrases: ReadonlySet<string>;
  readonly longest: number;
}

/** Phrases parted by semicolons. */
export function phraseSet(list: string): PhraseSet {
  const phrases = list.split(';').map((phrase) => phrase.trim().replace(/\s+/g, ' '));
  return { phrases: new Set(phrases), longest: Math.max(...phrases.map((phrase) => phrase.split(' ').length)) };
}

/** How many words from here are a phrase of the set, at most; 0 if none. */
export function phraseAt(
  { phrases, longest }: PhraseSet,
  words: readonly Pick<ClauseWord, 'fold'>[],
  at: number,
): number {
  let phrase = '';
  let length = 0;
  for (let count = 1; count <= longest && at + count <= words.length; count++) {
    phrase += `${count > 1 ? ' ' : ''}${words[at + count - 1]?.fold}`;
    if (phrases.has(phrase)) length = count;
  }
  return length;
}
