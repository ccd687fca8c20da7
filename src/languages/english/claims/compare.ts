import type { StatementRelation } from '../../../contracts/language.ts';
import { termsOf } from '../../terms.ts';
import { saySame, statementOf } from '../same-statement.ts';
import { isPast } from '../verbs.ts';
import { type ParsedClaim, parseClaim } from './read-claim.ts';
import { LEAVABLE, REPLACEABLE } from './relations.ts';
import { amountOf, timeParts } from './values.ts';
import { ARTICLES, type ClauseWord, isName, memoize, PREPOSITIONS } from './words.ts';

type Words = readonly ClauseWord[];

/** Relation of a newer value to an older: more specific (`fuller`), less (`barer`), different, or incomparable. */
type ValueRelation = 'same' | 'fuller' | 'barer' | 'different' | 'incomparable';

const CONTINUATIONS = new Set(
  'called named whose and including who which that where because since so while but'.split(' '),
);
const DISTINGUISHING_PREFIXES = new Set('new north south east west old upper lower saint san santa los las'.split(' '));
const NEAR_SHARE = 0.15;
const COUNTRIES = new Set(
  `africa america argentina asia australia austria bavaria belgium brazil bulgaria california canada chile china colombia croatia denmark egypt
  england estonia europe finland florida france germany greece hungary iceland india indonesia iran ireland israel italy japan kenya korea
  malaysia mexico morocco netherlands nigeria norway pakistan peru philippines poland portugal romania russia scotland serbia singapore
  slovakia slovenia spain sweden switzerland taiwan texas thailand tunisia turkey uk ukraine us usa vietnam wales`.split(
    /\s+/,
  ),
);
const LOCATION_RELATIONS = new Set(['home', 'birth', 'origin', 'place']);
const isCountry = (words: Words): boolean => COUNTRIES.has(words.at(-1)?.fold ?? '');

const withoutArticles = (words: Words): Words => {
  const rest = words.filter(({ fold }) => !ARTICLES.has(fold));
  return rest.length > 0 ? rest : words;
};
const stemOf = memoize((word) => termsOf(word).join(' ') || word);
const stemmed = (words: Words): string[] => words.map(({ fold }) => stemOf(fold));

function sameWords(left: Words, right: Words): boolean {
  const [a, b] = [withoutArticles(left), withoutArticles(right)];
  return a.length > 0 && a.length === b.length && stemmed(a).join(' ') === stemmed(b).join(' ');
}

function compareTimes(older: ReadonlyMap<string, string>, newer: ReadonlyMap<string, string>): ValueRelation {
  const shared = [...older.keys()].filter((part) => newer.has(part));
  if (shared.includes('loose')) return older.get('loose') === newer.get('loose') ? 'same' : 'incomparable';
  if (shared.some((part) => older.get(part) !== newer.get(part))) return 'different';
  if (shared.length === 0) return 'incomparable';
  if (older.size === newer.size) return 'same';
  return shared.length === older.size ? 'fuller' : shared.length === newer.size ? 'barer' : 'incomparable';
}

function compareAmounts(older: Words, newer: Words): ValueRelation | undefined {
  const [a, b] = [amountOf(withoutArticles(older)), amountOf(withoutArticles(newer))];
  if (!a || !b) return a || b ? 'incomparable' : undefined;
  if (a.unit !== b.unit && a.unit !== '' && b.unit !== '') return 'incomparable';
  if (a.number === b.number) {
    if (a.detail === b.detail) return a.unit === b.unit ? 'same' : a.unit === '' ? 'fuller' : 'barer';
    return a.detail === '' ? 'fuller' : b.detail === '' ? 'barer' : 'incomparable';
  }
  if (a.detail !== b.detail) return 'incomparable';
  const near = Math.abs(a.number - b.number) <= NEAR_SHARE * Math.max(a.number, b.number);
  if (near && a.rough) return 'fuller';
  return near && b.rough ? 'barer' : 'different';
}

function continues(shorter: Words, longer: Words): boolean {
  const [a, b] = [stemmed(shorter), stemmed(longer)];
  const next = longer[a.length];
  const last = longer[a.length - 1];
  if (!next || b.slice(0, a.length).join(' ') !== a.join(' ')) return false;
  if (last?.after.includes(',') || PREPOSITIONS.has(next.fold) || CONTINUATIONS.has(next.fold)) return true;
  return next.capital && last?.capital === true;
}

/** "engineer", "senior engineer", but not "York", "New York". */
function qualifies(shorter: Words, longer: Words): boolean {
  const [a, b] = [stemmed(shorter), stemmed(longer)];
  const added = longer.slice(0, b.length - a.length);
  if (added.length > 2 || added.some(({ fold, after }) => PREPOSITIONS.has(fold) || after !== '')) return false;
  return b.slice(b.length - a.length).join(' ') === a.join(' ') && !DISTINGUISHING_PREFIXES.has(longer[0]?.fold ?? '');
}

function compareValues(older: ParsedClaim, newer: ParsedClaim): ValueRelation {
  const [left, right] = [older.words, newer.words];
  if (sameWords(left, right)) return 'same';
  const [a, b] = [timeParts(left), timeParts(right)];
  if (a && b) return compareTimes(a, b);
  if (a || b) return 'incomparable';
  const amounts = compareAmounts(left, right);
  const classed = older.classed && newer.classed;
  if (amounts && !(classed && amounts === 'incomparable')) return amounts;
  const [shorter, longer] = [withoutArticles(left), withoutArticles(right)];
  if (shorter.length < longer.length && (continues(shorter, longer) || (newer.single && qualifies(shorter, longer))))
    return 'fuller';
  if (shorter.length > longer.length && continues(longer, shorter)) return 'barer';
  if (shorter.length > longer.length && qualifies(longer, shorter)) return 'incomparable';
  if (LOCATION_RELATIONS.has(newer.relation) && isCountry(left) !== isCountry(right)) return 'incomparable';
  return classed || isName(shorter) === isName(longer) ? 'different' : 'incomparable';
}

/** Relations of several values of which opposite ones exclude each other. */
const OPPOSABLE = new Set(['prefer', 'use', 'state']);
const OPPOSITES = new Set(
  `dark light; window aisle; short long; brief detailed; brief long; short detailed; concise detailed; hot cold; tabs spaces; sweet savoury;
  early late; morning evening; formal informal; formal casual; big small; open closed; on off; alive dead; up down; public private;
  single married; married divorced; online offline; employed unemployed; metric imperial; available unavailable; approved rejected;
  loud quiet; paper digital`
    .split(';')
    .map((pair) => pair.trim().split(/\s+/).toSorted().join(' ')),
);

/** "long answers" and "short answers": equal but for one word, which is the opposite. */
function areOpposed(older: ParsedClaim, newer: ParsedClaim): boolean {
  const [left, right] = [older.words.map(({ fold }) => fold), newer.words.map(({ fold }) => fold)];
  if (!OPPOSABLE.has(newer.relation) || left.length !== right.length) return false;
  const differing = left.flatMap((word, index) =>
    word === right[index] ? [] : [[word, right[index] ?? ''].toSorted()],
  );
  return differing.length === 1 && OPPOSITES.has(differing[0]?.join(' ') ?? '');
}

function replacesOlder(older: ParsedClaim, newer: ParsedClaim): boolean {
  if (newer.replaced.length === 0 || older.negated || !sameWords(older.words, newer.replaced)) return false;
  if (older.relation === newer.relation) return true;
  return older.single || REPLACEABLE.has(older.relation.split(' ')[0] ?? '');
}

function compareDenials(older: ParsedClaim, newer: ParsedClaim): StatementRelation {
  const values = compareValues(older, newer);
  if (older.negated && newer.negated) return values === 'same' ? 'duplicate' : 'unrelated';
  if (older.ended || newer.passing) return 'unrelated';
  const denied = values === 'same' || (newer.negated && values === 'barer' && !hasSecondClause(older));
  return denied ? 'contradiction' : 'unrelated';
}

/** Longer values tell a story, which another does not end. */
const MAX_VALUE_WORDS = 9;

/** "lives in Oslo and works at Acme": the end of one leaves the other. */
const hasSecondClause = ({ words }: ParsedClaim): boolean =>
  words.some(({ fold }, index) => {
    const next = words[index + 1];
    const isVerb = next !== undefined && !next.capital && (/[^s]s$/.test(next.fold) || isPast(next.fold));
    return /^(?:and|but|while)$/.test(fold) && isVerb;
  });

function compareRest(older: ParsedClaim, newer: ParsedClaim): StatementRelation {
  // An owner of a car who buys one has two.
  if (newer.relation === 'own' && newer.change && !older.change) return 'unrelated';
  const other = newer.replaced.length > 0;
  if (other && older.replaced.length > 0 && !sameWords(older.replaced, newer.replaced)) return 'unrelated';
  const more = (other && older.replaced.length === 0) || (newer.when !== '' && older.when === '');
  return more ? 'update' : 'duplicate';
}

function compareParsedClaims(older: ParsedClaim, newer: ParsedClaim): StatementRelation {
  if (older.subject !== newer.subject) return 'unrelated';
  if (replacesOlder(older, newer)) return 'contradiction';
  if (older.relation !== newer.relation) {
    const left = newer.negated && !older.negated && LEAVABLE.has(older.relation) && LEAVABLE.has(newer.relation);
    return left && sameWords(older.words, newer.words) ? 'contradiction' : 'unrelated';
  }
  if (older.negated || newer.negated) return compareDenials(older, newer);
  const occasions = older.when !== '' && newer.when !== '' && older.when !== newer.when;
  switch (compareValues(older, newer)) {
    case 'same':
      return occasions ? 'unrelated' : compareRest(older, newer);
    case 'barer':
      return newer.when === older.when ? 'duplicate' : 'unrelated';
    case 'fuller':
      return occasions ? 'unrelated' : 'update';
    case 'different': {
      const isAdditional = newer.additive || newer.passing || (occasions && !newer.lasting);
      if (isAdditional || hasSecondClause(older) || older.words.length > MAX_VALUE_WORDS) return 'unrelated';
      return (older.single && newer.single) || areOpposed(older, newer) ? 'contradiction' : 'unrelated';
    }
    default:
      return 'unrelated';
  }
}

const statement = memoize(statementOf);

/** The relation of a newer text to an older one; `unrelated` in doubt. */
export function compareClaims(older: string, newer: string): StatementRelation {
  if (saySame(statement(older), statement(newer))) return 'duplicate';
  const before = parseClaim(older);
  const after = before && parseClaim(newer);
  return before && after ? compareParsedClaims(before, after) : 'unrelated';
}
