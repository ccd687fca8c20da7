import { wordList } from '../../../text/word-list.ts';
import type { ClauseWord } from './clause-word.ts';
import { attributeName, ownerAndNoun } from './identity.ts';
import { isNumber, withoutNow } from './numbers.ts';
import type { Predicate } from './reading.ts';
import { timeParts } from './when-words.ts';

const OPENINGS = wordList(
  `due scheduled planned expected slated set moved rescheduled postponed pushed delayed shifted brought changed booked fixed happening held
  on to for until till by at in back forward from now`,
);

/** "is on Monday", "is due on Monday", "was moved from Friday to Monday". */
export function readWhen(rest: readonly ClauseWord[], named: readonly ClauseWord[]): Predicate | undefined {
  const opened = rest.findIndex(({ fold }) => !OPENINGS.has(fold));
  if (opened < 0) return undefined;
  const link = rest[opened - 1]?.fold;
  const to = link === 'from' ? rest.findIndex(({ fold }, index) => index > opened && fold === 'to') : -1;
  const replaced = to > 0 ? rest.slice(opened, to) : [];
  // "at" tells a clock from a number.
  const value = rest.slice(to > 0 ? to + 1 : link === 'at' ? opened - 1 : opened);
  // "31 now" is an age.
  if (!timeParts(value) || (withoutNow(value).length === 1 && value.length > 1 && isNumber(value[0]))) return undefined;
  const owned = ownerAndNoun(named);
  if (owned && attributeName(owned.noun) === 'birth')
    return { relation: 'birth', single: true, value, subject: owned.owner, lasting: true };
  return { relation: 'when', single: true, value, replaced, lasting: true, change: true };
}
