import type { ClauseWord } from './clause-word.ts';
import type { Predicate } from './reading.ts';
import { stemList, verbStem } from './verb-forms.ts';
import { timeParts } from './when-words.ts';

const MOVES = stemList('move push reschedule postpone delay shift bring change');
const RESCHEDULE = verbStem('reschedule');
const OWN = /^(?:his|her|their|my|our|its)$/;
const BESIDE = /^(?:back|forward|up|out)$/;
const LONGEST_OBJECT = 6;

const indexOf = (words: readonly ClauseWord[], link: RegExp): number =>
  words.findLastIndex(({ fold, capital }) => !capital && link.test(fold));

/** "pushed the demo to 19 May", "moved her review from Friday to Monday". */
export function readMoved(rest: readonly ClauseWord[]): Predicate | undefined {
  const verb = verbStem(rest[0]?.fold ?? '');
  const to = indexOf(rest, verb === RESCHEDULE ? /^(?:to|until|till|for)$/ : /^(?:to|until|till)$/);
  const value = rest.slice(to + 1);
  if (to < 2 || !MOVES.has(verb) || !timeParts(value)) return undefined;
  const from = indexOf(rest.slice(0, to), /^from$/);
  const replaced = from > 1 ? rest.slice(from + 1, to) : [];
  const object = rest.slice(1, from > 1 ? from : to).filter(({ fold }) => !BESIDE.test(fold));
  const owned = OWN.test(object[0]?.fold ?? '');
  const subject = owned ? object.slice(1) : object;
  if (subject.length === 0 || subject.length > LONGEST_OBJECT) return undefined;
  if (!owned && object[0]?.fold !== 'the' && !object[0]?.capital) return undefined;
  return { relation: 'when', single: true, value, replaced, subject, movable: true, lasting: true, change: true };
}
