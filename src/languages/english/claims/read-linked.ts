import { wordList } from '../../../text/word-list.ts';
import { classNoun, classOf } from './class-noun.ts';
import { type ClauseWord, isName } from './clause-word.ts';
import { PREPOSITIONS } from './function-words.ts';
import type { Predicate } from './reading.ts';
import { mayBePerson } from './subject.ts';
import { isParticiple, verbStem } from './verb-forms.ts';

/** Words that say what something is, whoever it is said of. */
const IDENTITY = wordList(
  `born founded created developed performed written made produced designed employed married associated affiliated located based educated
  named engaged owned raised portrayed played directed published composed invented buried headquartered painted built released recorded
  dedicated assigned set stored hosted deployed maintained licensed acquired sponsored led managed run discovered edited translated
  illustrated narrated chaired governed ruled succeeded preceded drawn filmed coached operated manufactured introduced established formed
  commissioned famous renowned notable native equal identical`,
);
/** Participles that tell of one occasion among others. */
const OCCASION = wordList(
  `visited seen used attended read reviewed loved liked called mentioned sent told asked given treated helped met bitten hit tested shown
  discussed invited interested influenced inspired involved connected linked related supported affected covered filled surrounded followed
  interrupted impressed tagged updated fixed changed merged`,
);

/** "was founded by V", "is associated with the sport of V". */
export function readLinked(rest: readonly ClauseWord[], named: readonly ClauseWord[]): Predicate | undefined {
  const [first, link] = rest;
  if (!first || !link || first.capital || !PREPOSITIONS.has(link.fold) || rest.length < 3) return undefined;
  const said = rest.slice(2);
  const classed = classNoun(said);
  const value = said.slice(classed);
  const thing = isParticiple(first.fold) && !OCCASION.has(first.fold) && !mayBePerson(named) && isName(value);
  return {
    relation: [verbStem(first.fold), link.fold, ...classOf(said, classed)].join(' '),
    single: classed > 0 || IDENTITY.has(first.fold) || thing,
    value,
    classed: classed > 0,
  };
}

/** "is in Oslo", where a thing has one place and a person is only now. */
export function readPlace(rest: readonly ClauseWord[], named: readonly ClauseWord[]): Predicate | undefined {
  const [link, ...said] = rest;
  if (!link || !PREPOSITIONS.has(link.fold) || said.length === 0) return undefined;
  const classed = classNoun(said);
  const value = said.slice(classed);
  const placed = /^(?:in|at|on)$/.test(link.fold) && !mayBePerson(named) && isName(value);
  const relation = placed && link.fold === 'in' ? 'place' : `be ${link.fold}`;
  return { relation, single: classed > 0 || placed, value, classed: classed > 0, lasting: placed };
}
