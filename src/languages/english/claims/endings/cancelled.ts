import { folded } from '../clause-word.ts';
import { sameWords } from '../compare-values.ts';
import type { Ending, Reading } from '../reading.ts';
import type { Sentence } from '../sentence.ts';
import { foldSubject } from '../subject.ts';
import { trimValue } from '../value.ts';
import { isWhenOnly } from './ended-words.ts';

const CANCELLED = /^(?:cancell?ed|called off|off)(?= |$)/;
const CANCELS = /^(?:cancell?ed|called off)(?= )/;
const AGAIN = /^(?:every|each|.+days)$/;
const PLANNED = new Set(['when', 'place', 'be at', 'be in', 'be on']);

/** One of many that are cancelled leaves the others. */
const isPlanned = ({ relation, words }: Reading): boolean =>
  PLANNED.has(relation) && !words.some(({ fold }) => AGAIN.test(fold));

/** "The meeting was cancelled", "Ana cancelled the meeting". */
export function cancelled({ clause, named, group: { rest, negated, copula } }: Sentence): Ending | undefined {
  const said = folded(rest);
  const phrase = negated ? undefined : (copula ? CANCELLED : CANCELS).exec(said)?.[0];
  if (phrase === undefined) return undefined;
  const tail = rest.slice(phrase.split(' ').length);
  const subject = foldSubject(named, clause);
  if (copula) {
    if (!isWhenOnly(tail) || subject === undefined) return undefined;
    return (older) =>
      isPlanned(older) && (subject === older.subject || subject === `${older.subject} on ${folded(older.words)}`);
  }
  const { words } = trimValue(tail);
  const what = folded(words);
  return (older) =>
    (isPlanned(older) && (older.subject === what || older.subject === `${subject} ${what}`)) ||
    (older.relation === 'own' && older.subject === subject && sameWords(older.words, words));
}
