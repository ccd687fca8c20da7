import type { StatementRelation } from '../../../contracts/language.ts';
import { memoize } from '../../../text/words.ts';
import { termsOf } from '../../terms.ts';
import { saySame } from '../same-statement.ts';
import { isPast } from '../verbs.ts';
import { type ParsedClaim, parseClaim } from './read-claim.ts';
import { ARTICLES, type ClauseWord, isName, PREPOSITIONS } from './words.ts';

type Words = readonly ClauseWord[];

/** Relation of a newer value to an older: more specific (`fuller`), less (`barer`), different, or incomparable. */
type ValueRelation = 'same' | 'fuller' | 'barer' | 'different' | 'incomparable';

const CONTINUATIONS = new Set(
  'called named whose and including who which that where because since so while but'.split(' '),
);
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

function continues(shorter: Words, longer: Words): boolean {
  const [a, b] = [stemmed(shorter), stemmed(longer)];
  const next = longer[a.length];
  const last = longer[a.length - 1];
  if (!next || b.slice(0, a.length).join(' ') !== a.join(' ')) return false;
  if (last?.after.includes(',') || PREPOSITIONS.has(next.fold) || CONTINUATIONS.has(next.fold)) return true;
  return next.capital && last?.capital === true;
}

/** "engineer" and "senior engineer", "Bergen" and "Bergen, Norway". */
const contains = (longer: Words, shorter: Words): boolean => {
  const stems = new Set(stemmed(longer));
  return stemmed(shorter).every((stem) => stems.has(stem));
};

function compareValues(older: ParsedClaim, newer: ParsedClaim): ValueRelation {
  if (sameWords(older.words, newer.words)) return 'same';
  const [left, right] = [withoutArticles(older.words), withoutArticles(newer.words)];
  const isWithin = (shorter: Words, longer: Words) =>
    shorter.length < longer.length && (continues(shorter, longer) || (newer.single && contains(longer, shorter)));
  if (isWithin(left, right)) return 'fuller';
  if (isWithin(right, left)) return 'barer';
  if (LOCATION_RELATIONS.has(newer.relation) && isCountry(left) !== isCountry(right)) return 'incomparable';
  return (older.classed && newer.classed) || isName(left) === isName(right) ? 'different' : 'incomparable';
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
  return newer.when !== '' && older.when === '' ? 'update' : 'duplicate';
}

function compareParsedClaims(older: ParsedClaim, newer: ParsedClaim): StatementRelation {
  if (older.subject !== newer.subject || older.relation !== newer.relation) return 'unrelated';
  if (newer.replaced.length > 0 && !older.negated && sameWords(older.words, newer.replaced)) return 'contradiction';
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
      if (newer.additive || newer.passing || hasSecondClause(older) || older.words.length > MAX_VALUE_WORDS)
        return 'unrelated';
      return (older.single && newer.single) || areOpposed(older, newer) ? 'contradiction' : 'unrelated';
    }
    default:
      return 'unrelated';
  }
}

/** The relation of a newer text to an older one; `unrelated` in doubt. */
export function compareClaims(older: string, newer: string): StatementRelation {
  if (saySame(older, newer)) return 'duplicate';
  const before = parseClaim(older);
  const after = before && parseClaim(newer);
  return before && after ? compareParsedClaims(before, after) : 'unrelated';
}
