import { STOP_WORDS } from '../stop-words.ts';
import { GIVEN_NAMES } from './given-names.ts';
import { isCalendarWord, isOrdinary, isWordlike } from './ordinary-words.ts';
import type { TextWord } from './text-words.ts';

/** The evidence of a capital letter: "Anna" is a name by itself, "Daily" only next to other names. */
export type Strength = 'strong' | 'weak' | 'none';

const MAX_ACRONYM_CHARS = 5;
const CAMEL = /^\p{Ll}{1,2}\p{Lu}\p{Ll}/u;

function strengthOf(word: TextWord, headline: boolean): Strength {
  if (/[#@/]$/.test(word.gap.trimEnd()) || word.text.length < 2) return 'none';
  if (!word.capital) return CAMEL.test(word.text) ? 'strong' : 'none';
  if (isCalendarWord(word.lower) || STOP_WORDS.has(word.lower.replace('’', "'"))) return 'none';
  const initial = word.initial || headline;
  if (!word.upper && !initial && GIVEN_NAMES.has(word.lower)) return 'strong';
  const ordinary = isOrdinary(word.lower) || (initial && isWordlike(word.lower));
  if (word.upper && (ordinary || word.text.length > MAX_ACRONYM_CHARS)) return 'none';
  if (!ordinary) return 'strong';
  return initial ? 'none' : 'weak';
}

export function strengthsOf(words: readonly TextWord[]): Strength[] {
  const long = words.filter(({ text }) => text.length > 1);
  const share = (test: (word: TextWord) => boolean) => long.filter(test).length / (long.length || 1);
  if (long.length > 2 && share(({ upper }) => upper) > 0.5) return words.map(() => 'none');
  const headline = long.length > 3 && share(({ capital }) => capital) > 0.7;
  return words.map((word) => strengthOf(word, headline));
}
