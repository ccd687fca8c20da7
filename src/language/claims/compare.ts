import { saySame, statementOf } from '../same-statement.ts';
import type { ClauseWord } from './clause-word.ts';
import { compareValues, sameWords } from './compare-values.ts';
import { areExclusive } from './exclusive.ts';
import { isNumber } from './numbers.ts';
import { readStatement } from './read-statement.ts';
import type { Reading } from './reading.ts';
import { LEAVABLE, REPLACEABLE } from './relations.ts';
import { isPast } from './verb-forms.ts';

/** What a newer text does to an older one. */
export type ClaimRelation = 'duplicate' | 'contradiction' | 'update' | 'unrelated';

/** Relations of several values where opposite ones still exclude each other. */
const OPPOSABLE = new Set(['prefer', 'use', 'state']);

/** The newer names the value of the older as the one it puts an end to. */
function replacesOlder(older: Reading, newer: Reading): boolean {
  if (newer.replaced.length === 0 || older.negated || !sameWords(older.words, newer.replaced)) return false;
  if (older.relation === newer.relation) return true;
  return newer.relation !== 'prefer' && (older.single || REPLACEABLE.has(older.relation.split(' ')[0] ?? ''));
}

/** "has never owned any cats" against "has owned three cats". */
function deniesAny(denied: readonly ClauseWord[], claimed: readonly ClauseWord[]): boolean {
  if (denied[0]?.fold !== 'any' || denied.length < 2) return false;
  const counted = claimed.findIndex((word) => !isNumber(word));
  return sameWords(denied.slice(1), claimed.slice(counted, counted + denied.length - 1));
}

function compareDenials(older: Reading, newer: Reading): ClaimRelation {
  const values = compareValues(older, newer);
  if (older.negated && newer.negated) return values === 'same' ? 'duplicate' : 'unrelated';
  if (older.ended || newer.passing) return 'unrelated';
  const [denial, claim] = older.negated ? [older, newer] : [newer, older];
  const denied = values === 'same' || (newer.negated && values === 'barer') || deniesAny(denial.words, claim.words);
  return denied ? 'contradiction' : 'unrelated';
}

/** Longer values tell a story, of which another is not the end. */
const LONGEST_VALUE = 9;
const isLong = ({ words }: Reading): boolean => words.length > LONGEST_VALUE;

/** "lives in Oslo and works at Acme": what ends the one leaves the other. */
const saysMore = ({ words }: Reading): boolean =>
  words.some(({ fold }, index) => {
    const next = words[index + 1];
    return (
      /^(?:and|but|while)$/.test(fold) &&
      next !== undefined &&
      !next.capital &&
      (/[^s]s$/.test(next.fold) || isPast(next.fold))
    );
  });

/** Alike but for one word, which is the opposite: "dark mode", "light mode"; or another choice for the same end. */
function areOpposed(older: Reading, newer: Reading): boolean {
  if (!OPPOSABLE.has(newer.relation)) return false;
  const [left, right] = [older.words.map(({ fold }) => fold), newer.words.map(({ fold }) => fold)];
  const end = (words: string[]) => (words.includes('for') ? words.slice(words.indexOf('for')).join(' ') : '');
  if (newer.relation === 'prefer' && end(left) !== '' && end(left) === end(right)) return true;
  if (left.length !== right.length) return false;
  const differing = left.flatMap((word, index) => (word === right[index] ? [] : [index]));
  const [at] = differing;
  return differing.length === 1 && at !== undefined && areExclusive(left[at] ?? '', right[at] ?? '');
}

/** What else is said where the values are the same. */
function compareRest(older: Reading, newer: Reading): ClaimRelation {
  // Whoever has a car and buys one has two.
  if (newer.relation === 'own' && newer.change && !older.change) return 'unrelated';
  const other = newer.replaced.length > 0;
  if (other && older.replaced.length > 0 && !sameWords(older.replaced, newer.replaced)) return 'unrelated';
  const more = (other && older.replaced.length === 0) || (newer.when !== '' && older.when === '');
  return more ? 'update' : 'duplicate';
}

function compareReadings(older: Reading, newer: Reading): ClaimRelation {
  if (older.subject !== newer.subject && !newer.pronoun) return 'unrelated';
  if (replacesOlder(older, newer)) return 'contradiction';
  if (older.relation !== newer.relation) {
    const left = newer.negated && !older.negated && LEAVABLE.has(older.relation) && LEAVABLE.has(newer.relation);
    return left && sameWords(older.words, newer.words) ? 'contradiction' : 'unrelated';
  }
  if (older.negated || newer.negated) return compareDenials(older, newer);
  const occasions = older.when !== '' && newer.when !== '' && older.when !== newer.when;
  switch (compareValues(older, newer)) {
    case 'same':
      return newer.pronoun || occasions ? 'unrelated' : compareRest(older, newer);
    case 'barer':
      return newer.pronoun || newer.when !== older.when ? 'unrelated' : 'duplicate';
    case 'fuller':
      return newer.pronoun || occasions ? 'unrelated' : 'update';
    case 'different': {
      if (newer.additive || newer.passing || (occasions && !newer.lasting) || saysMore(older) || isLong(older))
        return 'unrelated';
      return (older.single && newer.single) || areOpposed(older, newer) ? 'contradiction' : 'unrelated';
    }
    default:
      return 'unrelated';
  }
}

/** What a newer text does to an older one. When in doubt, nothing. */
export function compareClaims(older: string, newer: string): ClaimRelation {
  if (saySame(statementOf(older), statementOf(newer))) return 'duplicate';
  const before = readStatement(older);
  const after = before && readStatement(newer);
  return before && after && !before.pronoun ? compareReadings(before, after) : 'unrelated';
}
