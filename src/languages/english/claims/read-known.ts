import { ORGANIZATION_NAMES, PRODUCT_NAMES } from '../entities/brand-names.ts';
import { classNoun } from './class-noun.ts';
import { type ClauseWord, isName } from './clause-word.ts';
import { ARTICLES } from './function-words.ts';
import type { Predicate } from './reading.ts';
import { knownRelation } from './relations.ts';
import { mayBePerson } from './subject.ts';
import { isTool } from './tool-kinds.ts';
import { trimValue } from './value.ts';
import { verbStem } from './verb-forms.ts';
import type { VerbGroup } from './verb-group.ts';
import { timeParts } from './when-words.ts';

const LONGEST_PHRASE = 8;

/** Relations to something that has a name: whoever joined a gym has not left her employer. */
const NAMED = new Set(['home', 'employer', 'school', 'spouse', 'partner', 'manager', 'origin']);

/** A name, or where nothing is in capitals, what has no article. */
const isNamed = (value: readonly ClauseWord[], all: readonly ClauseWord[]): boolean =>
  isName(value) || (!ARTICLES.has(value[0]?.fold ?? '') && !all.some(({ capital }) => capital));

const isProduct = (value: readonly ClauseWord[]): boolean => {
  const name = value[0]?.fold ?? '';
  return PRODUCT_NAMES.has(name) && !ORGANIZATION_NAMES.has(name);
};

/** "starts at 9". */
const isClock = (value: readonly ClauseWord[]): boolean => /^\d|^(?:noon|midnight)$/.test(value[0]?.fold ?? '');

/** A well-known relation, in whichever words. */
export function readKnown(group: VerbGroup, named: readonly ClauseWord[]): Predicate | undefined {
  const said = group.rest.slice(0, LONGEST_PHRASE);
  const kept = said.flatMap(({ fold }, index) => (ARTICLES.has(fold) ? [] : [index]));
  const stems = kept.map((index) => verbStem(said[index]?.fold ?? ''));
  const known = knownRelation(group.copula ? ['be', ...stems] : stems);
  if (!known) return undefined;
  const { relation, length } = known;
  const rest = group.rest.slice((kept[length - (group.copula ? 2 : 1)] ?? -1) + 1);
  if (rest.length === 0) return undefined;
  const classed = relation.name === 'likes' ? 0 : classNoun(rest);
  const value = rest.slice(classed);
  const thing = relation.name === 'home' && !mayBePerson(named);
  if (relation.name === 'home' && relation.change && !relation.negated) {
    if (thing && timeParts(value)) return { relation: 'when', single: true, value, lasting: true, change: true };
    if (isProduct(value) || isTool(trimValue(value).words))
      return { relation: 'use', single: false, value, lasting: true, change: true, switched: true };
  }
  if (
    relation.name === 'employer' &&
    relation.change &&
    (rest[0]?.fold === 'the' || isProduct(value) || isClock(value))
  )
    return undefined;
  return {
    relation: thing ? 'place' : relation.name,
    single: classed > 0 || (relation.single && (!NAMED.has(relation.name) || isNamed(value, group.rest))),
    value,
    negated: relation.negated,
    lasting: true,
    classed: classed > 0,
    change: relation.change,
    switched: relation.switched,
    former: group.past && !relation.change,
  };
}
