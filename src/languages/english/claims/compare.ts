import { saySame, statementOf } from '../same-statement.ts';
import { mayBeSame } from './apposition.ts';
import { atEmployer } from './at-employer.ts';
import { readBareVerb } from './bare-verb.ts';
import { type ClauseWord, folded } from './clause-word.ts';
import { compareValues, sameWords } from './compare-values.ts';
import { readEnding } from './ending.ts';
import { isHead } from './endings/ended-words.ts';
import { areExclusiveStates } from './exclusive-states.ts';
import { withoutFrequency } from './frequency.ts';
import { isSucceeded } from './holder.ts';
import { clausesIn } from './joined-clauses.ts';
import { isNumber } from './numbers.ts';
import { isOtherOfKind } from './other-of-kind.ts';
import { readStatement } from './read-statement.ts';
import type { Reading } from './reading.ts';
import { LEAVABLE, REPLACEABLE } from './relations.ts';
import { differByOpposite, isOtherForSame, isOtherManner, isOtherTaste } from './same-purpose.ts';
import { isPast } from './verb-forms.ts';

/** What a newer text does to an older one. */
export type ClaimRelation = 'duplicate' | 'contradiction' | 'update' | 'unrelated';

/** Relations of several values where opposite ones still exclude each other. */
const OPPOSABLE = new Set(['prefer', 'use', 'state']);

const endOf = (words: readonly ClauseWord[]): string => {
  const at = words.findIndex(({ fold }) => fold === 'for');
  return at < 0 ? '' : folded(words.slice(at));
};

/** What is replaced to no end, or to the same: "switched from Tableau", who uses Tableau for dashboards. */
function isReplaced({ words }: Reading, { words: value, replaced }: Reading): boolean {
  if (sameWords(words, replaced)) return true;
  const end = endOf(words);
  return (
    end !== '' && words[replaced.length]?.fold === 'for' && isHead(replaced, words) && mayBeSame(endOf(value), end)
  );
}

/** The newer names the value of the older as the one it puts an end to. */
function replacesOlder(older: Reading, newer: Reading): boolean {
  if (newer.replaced.length === 0 || older.negated || !isReplaced(older, newer)) return false;
  if (older.relation === newer.relation) return true;
  return newer.relation !== 'prefer' && (older.single || REPLACEABLE.has(older.relation.split(' ')[0] ?? ''));
}

/** "has never owned any cats" against "has owned three cats". */
function deniesAny(denied: readonly ClauseWord[], claimed: readonly ClauseWord[]): boolean {
  if (denied[0]?.fold !== 'any' || denied.length < 2) return false;
  const counted = claimed.findIndex((word) => !isNumber(word));
  return sameWords(denied.slice(1), claimed.slice(counted, counted + denied.length - 1));
}

/** "does not eat meat" against "eats meat every day". */
const isOften = (older: Reading, newer: Reading): boolean => sameWords(withoutFrequency(older.words), newer.words);

function compareDenials(older: Reading, newer: Reading): ClaimRelation {
  const values = compareValues(older, newer);
  if (older.negated && newer.negated) return values === 'same' ? 'duplicate' : 'unrelated';
  if (older.ended || newer.passing) return 'unrelated';
  const [denial, claim] = older.negated ? [older, newer] : [newer, older];
  const barer = newer.negated && !saysMore(older) && (values === 'barer' || isOften(older, newer));
  const denied = values === 'same' || barer || deniesAny(denial.words, claim.words);
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

/** Opposites: "dark mode", "light mode"; or another choice for the same end. */
function areOpposed(older: Reading, newer: Reading): boolean {
  if (newer.fresh && isOtherForSame(older, newer)) return true;
  if (!OPPOSABLE.has(newer.relation)) return false;
  const end = endOf(older.words);
  if (newer.relation === 'prefer' && end !== '' && end === endOf(newer.words)) return true;
  return differByOpposite(older, newer);
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

const isSameSubject = (older: Reading, newer: Reading): boolean =>
  (older.subject === newer.subject && mayBeSame(older.bearer, newer.bearer)) ||
  (newer.mover !== '' && older.subject === `${newer.mover} ${newer.subject}`);

/** Other words for a state or a taste that is no more. */
const excludes = (older: Reading, newer: Reading): boolean =>
  !older.negated &&
  !newer.negated &&
  !newer.pronoun &&
  !newer.additive &&
  !newer.passing &&
  !saysMore(older) &&
  (areExclusiveStates(older, newer) || isOtherTaste(older, newer) || isOtherManner(older, newer));

function compareReadings(older: Reading, newer: Reading): ClaimRelation {
  if (isOtherOfKind(older, newer) && !saysMore(older)) return 'contradiction';
  if (!isSameSubject(older, newer) && !newer.pronoun) return 'unrelated';
  if (excludes(older, newer)) return 'contradiction';
  if (replacesOlder(older, newer)) return 'contradiction';
  if (older.relation !== newer.relation) {
    const [was, is] = [atEmployer(older, newer), atEmployer(newer, older)];
    if (was && is && (was !== older || is !== newer)) return compareReadings(was, is);
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

/** "smokes" against "quit smoking". */
function deniesVerb(older: string, newer: string): boolean {
  const [was, is] = [readBareVerb(older), readBareVerb(newer)];
  return (
    was !== undefined &&
    is?.subject === was.subject &&
    mayBeSame(is.bearer, was.bearer) &&
    is.verb === was.verb &&
    is.negated !== was.negated
  );
}

/** One clause of the newer ends what the older says, or says otherwise. */
function contradicts(older: string, before: Reading | undefined, clause: string): boolean {
  if (before && !before.pronoun && !saysMore(before) && readEnding(clause)?.(before) === true) return true;
  return deniesVerb(older, clause) || isSucceeded(older, clause);
}

/** What a newer text does to an older one. When in doubt, nothing. */
export function compareClaims(older: string, newer: string): ClaimRelation {
  if (saySame(statementOf(older), statementOf(newer))) return deniesVerb(older, newer) ? 'contradiction' : 'duplicate';
  const before = readStatement(older);
  const compare = (text: string): ClaimRelation => {
    const after = before && !before.pronoun ? readStatement(text) : undefined;
    return before && after ? compareReadings(before, after) : 'unrelated';
  };
  const relation = compare(newer);
  if (relation !== 'unrelated') return relation;
  const clauses = clausesIn(newer);
  const isOver = clauses.some(
    (clause) => contradicts(older, before, clause) || (clauses.length > 1 && compare(clause) === 'contradiction'),
  );
  return isOver ? 'contradiction' : 'unrelated';
}
