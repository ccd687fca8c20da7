import { wordList } from '../../../text/word-list.ts';
import { type ClauseWord, folded, written } from './clause-word.ts';
import { ARTICLES } from './function-words.ts';
import { isWhenWord, MONTHS, namesTime, timeParts } from './when-words.ts';

/** What a claim says of its subject, and what was said besides. */
export interface Value {
  readonly words: readonly ClauseWord[];
  readonly text: string;
  /** A date or period that was cut off its end. */
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
/** Beside something else, which goes on. */
const SIDELINES = new Set(['on weekends', 'at weekends', 'on the side', 'part time', 'part-time']);

/** How many words at the end are one of the phrases. */
function endsWith(all: readonly ClauseWord[], phrases: ReadonlySet<string>): number {
  for (let length = 1; length <= 3 && length < all.length; length++)
    if (phrases.has(folded(all.slice(-length)))) return length;
  return 0;
}

/** How many words at the end only say when: "in March 2024", "last week", not "20" in "Node 20". */
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
  if (/^\d/.test(word.fold)) return MONTHS.has(all[at + 1]?.fold ?? '') && all[at - 1]?.after.includes(',') === true;
  if (/^(?:the|of|to|as|end|start|one|two|three|four|five|six|seven|eight|nine|ten)$/.test(word.fold))
    return all.at(-1)?.fold === 'ago';
  return true;
}

/** Drops the article before it, and the dates and fillers after it; never all of it. */
export function trimValue(all: readonly ClauseWord[]): Value {
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
