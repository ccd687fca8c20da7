import { wordList } from '../../../text/word-list.ts';
import type { ClauseWord } from './clause-word.ts';

/** Nouns that say of what kind a value is, and so that there is one. */
const KIND_NOUNS = wordList(
  `city town village country continent state province region county district island language position field sport religion role rank title
  post office party genre style category kind type name colour color species breed profession discipline faculty denomination order house
  team club school university company department currency instrument`,
);

/** How many words of "the city of" stand before a value that begins here. */
export function classNoun(rest: readonly ClauseWord[]): number {
  const of = rest[2]?.fold === 'of' ? 2 : rest[3]?.fold === 'of' ? 3 : 0;
  const noun = rest[of - 1];
  if (of === 0 || rest[0]?.fold !== 'the' || !noun || noun.capital || rest.length <= of + 1) return 0;
  return KIND_NOUNS.has(noun.fold) ? of + 1 : 0;
}

/** The words between "the" and "of" that this many words of a class noun hold. */
export const classOf = (rest: readonly ClauseWord[], length: number): string[] =>
  rest.slice(1, Math.max(1, length - 1)).map(({ fold }) => fold);
