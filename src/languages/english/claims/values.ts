import { wordList } from '../../../text/words.ts';
import { DAY_NAMES, MONTH_NAMES } from '../dates/phrases.ts';
import { SMALL } from '../spelled-numbers.ts';
import { ARTICLES, type ClauseWord, folded, written } from './words.ts';

const MOMENTS = wordList(
  `today yesterday tomorrow tonight now currently recently lately nowadays weekend weekends week weeks month months year years day days
  hour hours morning mornings afternoon evening evenings night noon midnight spring summer autumn winter fall quarter christmas easter`,
);
const QUALIFIERS = wordList(
  `last next this early late mid end start beginning the of ago since from until till by on in at during around about past coming a an
  few couple one two three four five six seven eight nine ten every each earlier later for as to o'clock am pm`,
);
const NUMBER = /^\d{1,4}(?:st|nd|rd|th|s)?$/;
const CLOCK = /^\d{1,2}(?::\d{2})?(?:am|pm)?$/;
const DATE = /^\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?$/;

const weekdayOf = (fold: string): string => fold.replace(/s$/, '');
export const isWeekday = (fold: string): boolean => DAY_NAMES.includes(weekdayOf(fold));

export function namesTime({ fold, capital }: Pick<ClauseWord, 'fold' | 'capital'>): boolean {
  if (fold === 'may' || fold === 'march') return capital;
  return (
    isWeekday(fold) ||
    MONTH_NAMES.includes(fold) ||
    MOMENTS.has(fold) ||
    DATE.test(fold) ||
    /^(?:19|20)\d{2}$/.test(fold) ||
    /^\d{1,2}(?::\d{2}|:?\d{0,2}(?:am|pm))$/.test(fold)
  );
}

export const isWhenWord = (word: Pick<ClauseWord, 'fold' | 'capital'>): boolean =>
  namesTime(word) || QUALIFIERS.has(word.fold) || NUMBER.test(word.fold) || CLOCK.test(word.fold);

export function timeParts(phrase: readonly ClauseWord[]): ReadonlyMap<string, string> | undefined {
  const parts = new Map<string, string>();
  for (const [index, word] of phrase.entries()) {
    const { fold } = word;
    const near = [phrase[index - 1], phrase[index + 1]];
    const clock = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/.exec(fold);
    const half = clock?.[3] ?? (/^(?:am|pm)$/.test(near[1]?.fold ?? '') ? near[1]?.fold : undefined);
    if (isWeekday(fold)) parts.set('weekday', weekdayOf(fold));
    else if (MONTH_NAMES.includes(fold) && namesTime(word)) parts.set('month', fold);
    else if (DATE.test(fold)) parts.set('date', fold);
    else if (/^(?:19|20)\d{2}$/.test(fold)) parts.set('year', fold);
    else if (clock && (half || clock[2] || near[1]?.fold === "o'clock" || near[0]?.fold === 'at'))
      parts.set('clock', `${Number(clock[1]) + (half === 'pm' && clock[1] !== '12' ? 12 : 0)}:${clock[2] ?? '00'}`);
    else if (NUMBER.test(fold) && near.some((neighbour) => neighbour && MONTH_NAMES.includes(neighbour.fold)))
      parts.set('day', String(Number.parseInt(fold, 10)));
    else if (fold === 'noon' || fold === 'midnight') parts.set('clock', fold);
    else if (NUMBER.test(fold) && phrase[index - 1]?.fold === 'the')
      parts.set('day', String(Number.parseInt(fold, 10)));
    else if (!isWhenWord(word)) return undefined;
    else if (MOMENTS.has(fold)) parts.set('loose', folded(phrase));
  }
  return parts.size > 0 ? parts : undefined;
}

const DIGITS = /^[$€£]?\d[\d,]*(?:\.\d+)?(?:%|[a-z]{1,3})?$/;

export const isNumber = (word: ClauseWord | undefined): boolean =>
  word !== undefined && (SMALL.includes(word.fold) || DIGITS.test(word.fold));

/** "31 now" becomes "31". */
export const withoutNow = (words: readonly ClauseWord[]): readonly ClauseWord[] =>
  words.length > 1 && /^(?:now|nowadays|currently|today)$/.test(words.at(-1)?.fold ?? '') ? words.slice(0, -1) : words;

export interface TrimmedValue {
  readonly words: readonly ClauseWord[];
  readonly text: string;
  readonly when: string;
  /** "too", "on the side". */
  readonly additive: boolean;
}

const TRAILERS = wordList(
  'now currently anymore instead again already nowadays lately recently either though really please actually yet still today officially',
);
const TRAILING_PAIRS = new Set([
  'any more',
  'any longer',
  'these days',
  'right now',
  'at all',
  'so far',
  'by now',
  'for now',
  'at present',
]);
const ADDITIONS = new Set(['too', 'as well']);
const SIDELINES = new Set(['on weekends', 'at weekends', 'on the side', 'part time', 'part-time']);

function endsWith(all: readonly ClauseWord[], phrases: ReadonlySet<string>): number {
  for (let length = 1; length <= 3 && length < all.length; length++)
    if (phrases.has(folded(all.slice(-length)))) return length;
  return 0;
}

function trailingWhen(all: readonly ClauseWord[]): number {
  let start = all.length;
  while (start > 1 && isWhenWord(all[start - 1] as ClauseWord)) start--;
  while (start < all.length && !opensWhen(all, start)) start++;
  const phrase = all.slice(start);
  if (all[start - 1]?.fold === 'per') return 0;
  return phrase.some(namesTime) && !/^(?:a|an|per|each|every)$/.test(phrase[0]?.fold ?? '') ? phrase.length : 0;
}

function opensWhen(all: readonly ClauseWord[], at: number): boolean {
  const word = all[at];
  if (!word) return false;
  if (/^\d/.test(word.fold))
    return MONTH_NAMES.includes(all[at + 1]?.fold ?? '') && all[at - 1]?.after.includes(',') === true;
  if (/^(?:the|of|to|as|end|start|one|two|three|four|five|six|seven|eight|nine|ten)$/.test(word.fold))
    return all.at(-1)?.fold === 'ago';
  return true;
}

/** Drops the article before it, and dates and fillers after it; never all of it. */
export function trimValue(all: readonly ClauseWord[]): TrimmedValue {
  let rest = all;
  let when = '';
  let additive = endsWith(all, SIDELINES) > 0;
  for (let length = 1; length > 0 && rest.length > 1 && !timeParts(rest); rest = rest.slice(0, rest.length - length)) {
    const addition = endsWith(rest, ADDITIONS);
    additive ||= addition > 0;
    const dated = trailingWhen(rest);
    if (dated > 0 && dated < rest.length) when = folded(rest.slice(-dated));
    length =
      addition || endsWith(rest, TRAILERS) || endsWith(rest, TRAILING_PAIRS) || (dated < rest.length ? dated : 0);
  }
  while (rest.length > 1 && ARTICLES.has(rest[0]?.fold ?? '') && !rest[1]?.possessive) rest = rest.slice(1);
  return { words: rest, text: written(rest), when, additive };
}
