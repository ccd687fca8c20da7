import { termsOf } from '../../../text/terms.ts';
import { type ClauseWord, folded, isName } from './clause-word.ts';
import { ARTICLES, PREPOSITIONS } from './function-words.ts';
import { amountOf } from './numbers.ts';
import type { Reading } from './reading.ts';
import { REGIONS } from './regions.ts';
import { stemList } from './verb-forms.ts';
import { isWeekday, timeParts } from './when-words.ts';

/** How a newer value stands to an older: it says more (`fuller`), less (`barer`), something else, or what cannot be set against it. */
export type ValueRelation = 'same' | 'fuller' | 'barer' | 'different' | 'incomparable';

const CONTINUES = new Set(
  'called named whose part-time and including who which that where because since so while but along together'.split(
    ' ',
  ),
);
const ANOTHER_PLACE = new Set(
  'new north south east west old upper lower northern southern eastern western saint san santa los las'.split(' '),
);
const PLACED = new Set(['home', 'birth', 'origin', 'place']);
/** Where a thing is kept, in a place with a name or without. */
const KEPT = stemList('store host deploy keep save locate place manage');
const CLOSE_ENOUGH = 0.15;

const telling = (words: readonly ClauseWord[]): readonly ClauseWord[] => {
  const kept = words.filter(({ fold }) => !ARTICLES.has(fold));
  return kept.length > 0 ? kept : words;
};
const stemmed = (words: readonly ClauseWord[]): string[] => words.map(({ fold }) => termsOf(fold).join(' ') || fold);

export function sameWords(left: readonly ClauseWord[], right: readonly ClauseWord[]): boolean {
  const [a, b] = [telling(left), telling(right)];
  return a.length > 0 && a.length === b.length && stemmed(a).join(' ') === stemmed(b).join(' ');
}

function compareTimes(older: ReadonlyMap<string, string>, newer: ReadonlyMap<string, string>): ValueRelation {
  const shared = [...older.keys()].filter((part) => newer.has(part));
  if (shared.some((part) => part === 'loose'))
    return older.get('loose') === newer.get('loose') ? 'same' : 'incomparable';
  if (shared.some((part) => older.get(part) !== newer.get(part))) return 'different';
  if (shared.length === 0) return 'incomparable';
  if (older.size === newer.size) return 'same';
  return shared.length === older.size ? 'fuller' : shared.length === newer.size ? 'barer' : 'incomparable';
}

/** "10 on Fridays" leaves the hour of the other days. */
const isOnSomeDays = (
  words: readonly ClauseWord[],
  own: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): boolean =>
  own.has('clock') && !other.has('weekday') && words.some(({ fold }) => fold.endsWith('days') && isWeekday(fold));

function compareAmounts(older: readonly ClauseWord[], newer: readonly ClauseWord[]): ValueRelation | undefined {
  const [a, b] = [amountOf(telling(older)), amountOf(telling(newer))];
  if (!a || !b) return a || b ? 'incomparable' : undefined;
  if (a.unit !== b.unit && a.unit !== '' && b.unit !== '') return 'incomparable';
  if (a.number === b.number) {
    if (a.detail === b.detail) return a.unit === b.unit ? 'same' : a.unit === '' ? 'fuller' : 'barer';
    return a.detail === '' ? 'fuller' : b.detail === '' ? 'barer' : 'incomparable';
  }
  if (a.detail !== b.detail) return 'incomparable';
  const near = Math.abs(a.number - b.number) <= CLOSE_ENOUGH * Math.max(a.number, b.number);
  if (near && a.rough) return 'fuller';
  return near && b.rough ? 'barer' : 'different';
}

/** Whether the longer only goes on where the shorter stops. */
function continues(shorter: readonly ClauseWord[], longer: readonly ClauseWord[]): boolean {
  const [a, b] = [stemmed(shorter), stemmed(longer)];
  const begins = b.slice(0, a.length).join(' ') === a.join(' ');
  const next = longer[a.length];
  if (begins && next)
    return (
      longer[a.length - 1]?.after.includes(',') === true ||
      PREPOSITIONS.has(next.fold) ||
      CONTINUES.has(next.fold) ||
      (next.capital && longer[a.length - 1]?.capital === true)
    );
  return false;
}

/** "engineer", "senior engineer", but not "York", "New York". */
function qualifies(shorter: readonly ClauseWord[], longer: readonly ClauseWord[]): boolean {
  const [a, b] = [stemmed(shorter), stemmed(longer)];
  const added = longer.slice(0, b.length - a.length);
  if (added.length > 2 || added.some(({ fold, after }) => PREPOSITIONS.has(fold) || after !== '')) return false;
  return b.slice(b.length - a.length).join(' ') === a.join(' ') && !ANOTHER_PLACE.has(longer[0]?.fold ?? '');
}

const isRegion = (words: readonly ClauseWord[]): boolean => REGIONS.has(folded(telling(words)));

/** Compares what two claims of one relation say. */
export function compareValues(older: Reading, newer: Reading): ValueRelation {
  const [left, right] = [older.words, newer.words];
  if (sameWords(left, right)) return 'same';
  const [a, b] = [timeParts(left), timeParts(right)];
  if (a && b) return isOnSomeDays(left, a, b) || isOnSomeDays(right, b, a) ? 'incomparable' : compareTimes(a, b);
  if (a || b) return 'incomparable';
  const amounts = compareAmounts(left, right);
  const classed = older.classed && newer.classed;
  if (amounts && !(classed && amounts === 'incomparable')) return amounts;
  const [shorter, longer] = [telling(left), telling(right)];
  if (shorter.length < longer.length && (continues(shorter, longer) || (newer.single && qualifies(shorter, longer))))
    return 'fuller';
  if (shorter.length > longer.length && continues(longer, shorter)) return 'barer';
  if (shorter.length > longer.length && qualifies(longer, shorter)) return 'incomparable';
  if (classed) return 'different';
  if (isName(shorter) !== isName(longer))
    return newer.fresh && KEPT.has(newer.relation.split(' ')[0] ?? '') ? 'different' : 'incomparable';
  return PLACED.has(newer.relation) && isRegion(left) !== isRegion(right) ? 'incomparable' : 'different';
}
