import { folded } from '../clause-word.ts';
import type { Ending } from '../reading.ts';
import type { Sentence } from '../sentence.ts';
import { mayBePerson } from '../subject.ts';
import { trimValue } from '../value.ts';
import { hasDay, isHead, membersOf, subjectsOf } from './ended-words.ts';

const LONGEST_PLACE = 3;

/** "left Berlin", for good as far as it tells neither how nor on which day. */
export function leftPlace({ clause, named, group: { rest, negated } }: Sentence): Ending | undefined {
  if (negated || rest[0]?.fold !== 'left' || !membersOf(named).every(mayBePerson)) return undefined;
  const forGood = /^for (?:good|ever)$/.test(folded(rest.slice(-2)));
  const { words, when } = trimValue(rest.slice(1, forGood ? -2 : undefined));
  if (words.length === 0 || words.length > LONGEST_PLACE || !words.every(({ capital }) => capital)) return undefined;
  if (hasDay(when) || hasDay(clause.when)) return undefined;
  const subjects = subjectsOf(named, clause);
  return ({ relation, subject, words: place }) =>
    relation === 'home' && subjects.includes(subject) && isHead(words, place);
}
