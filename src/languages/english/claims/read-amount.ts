import type { ClauseWord } from './clause-word.ts';
import { attributeName, isAttribute, ownerAndNoun } from './identity.ts';
import { amountOf, DETAIL_OPENERS, isNumber, withoutNow } from './numbers.ts';
import type { Predicate } from './reading.ts';
import { mayBePerson } from './subject.ts';
import { isPast, stemList, verbStem } from './verb-forms.ts';

const HAVE = verbStem('have');
const TURN = verbStem('turn');
const RISES = stemList('raise increase reduce lower cut drop change grow set bump go fall rise shrink extend decrease');
/** Verbs that say of a thing what "is" says too: "the commute takes an hour". */
const COPIES = stemList('take last cost');
const MEASURES = stemList('take last cost weigh earn measure contain require pay charge hold seat cover');

/** How much of what: "Ana's rent" is Ana's, "the rent" only itself. */
function amountPredicate(named: readonly ClauseWord[], value: readonly ClauseWord[]): Predicate {
  const owned = ownerAndNoun(named);
  if (!owned) return { relation: 'amount', single: true, value };
  return { relation: attributeName(owned.noun), single: true, value, subject: owned.owner };
}

/** "is 31 years old", "is 900 euros". */
export function readAmount(said: readonly ClauseWord[], named: readonly ClauseWord[]): Predicate | undefined {
  const rest = withoutNow(said);
  const amount = amountOf(rest);
  // "555 0101" counts nothing.
  if (!amount || isNumber(rest[1])) return undefined;
  // "5 Elm Street" is an address.
  if (rest[1]?.capital && isAttribute(ownerAndNoun(named)?.noun ?? [])) return undefined;
  const old = rest.findIndex(({ fold }) => fold === 'old');
  if (old > 0 || (mayBePerson(named) && /^(?:year)?$/.test(amount.unit)))
    return { relation: 'age', single: true, value: rest.slice(0, old > 0 ? old - 1 : 1), lasting: true };
  return amountPredicate(named, rest);
}

/** "was raised from 4 to 5 euros", "went up to 5 euros". */
export function readRise(rest: readonly ClauseWord[], named: readonly ClauseWord[]): Predicate | undefined {
  const to = rest.findIndex(({ fold }) => fold === 'to');
  const value = rest.slice(to + 1);
  if (to < 1 || !RISES.has(verbStem(rest[0]?.fold ?? '')) || !amountOf(value)) return undefined;
  const replaced = rest.slice(1, to).filter(({ fold }) => !/^(?:up|down|back|from)$/.test(fold));
  if (replaced.length > 0 && !amountOf(replaced)) return undefined;
  return { ...amountPredicate(named, value), replaced, lasting: true, change: true };
}

/** "weighs 70 kg". */
export function readMeasure(rest: readonly ClauseWord[], named: readonly ClauseWord[]): Predicate | undefined {
  const [verb, ...value] = rest;
  const stem = verbStem(verb?.fold ?? '');
  if (!verb || !MEASURES.has(stem) || isPast(verb.fold) || !amountOf(value)) return undefined;
  return COPIES.has(stem) && ownerAndNoun(named)
    ? amountPredicate(named, value)
    : { relation: stem, single: true, value };
}

/** "has three cats": how many, not which. */
export function readCount(rest: readonly ClauseWord[]): Predicate | undefined {
  const [verb, ...said] = rest;
  const amount = verbStem(verb?.fold ?? '') === HAVE && verb?.fold !== 'had' ? amountOf(said) : undefined;
  if (!amount || amount.unit === '') return undefined;
  const start = amount.rough ? 2 : 1;
  const stop = said.slice(start).findIndex(({ fold }) => DETAIL_OPENERS.has(fold));
  const comma = said.slice(start).findIndex(({ after }) => after !== '');
  const ends = [stop, comma + 1, said.length - start].filter((end) => end > 0);
  const detail = start + Math.min(...ends);
  const noun = said.slice(start, detail).map(({ fold }) => verbStem(fold));
  const value = [...said.slice(0, start), ...said.slice(detail)];
  return { relation: `number of ${noun.join(' ')}`, single: true, value, lasting: true };
}

/** "turned 32". */
export function readTurned(rest: readonly ClauseWord[], named: readonly ClauseWord[]): Predicate | undefined {
  const value = rest.slice(1, 2);
  if (verbStem(rest[0]?.fold ?? '') !== TURN || !mayBePerson(named) || !amountOf(value)) return undefined;
  return { relation: 'age', single: true, value, lasting: true, change: true };
}
