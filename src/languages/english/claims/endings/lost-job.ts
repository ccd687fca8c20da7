import { folded } from '../clause-word.ts';
import type { Ending } from '../reading.ts';
import type { Sentence } from '../sentence.ts';
import { foldSubject } from '../subject.ts';
import { trimValue } from '../value.ts';
import { hasClock, isWhenOnly } from './ended-words.ts';

const QUIT = /^(?:quit|resigned|retired)$/;
const DISMISSED = /^(?:(?:got )?(?:fired|laid off|let go))(?: |$)/;
const LEFT_JOB = /^(?:quit|left|lost) (?:his|her|their|my|our|the) job(?: |$)/;
const CHANGED_JOB = /^(?:changed|switched) (?:(?:his|her|their|my|our) )?jobs?(?: |$)/;

/** "quit", "was laid off", "changed jobs": whichever the job was. */
export function lostJob({ clause, named, group }: Sentence): Ending | undefined {
  const { rest, negated, copula } = group;
  if (negated) return undefined;
  const said = folded(rest);
  const length = (LEFT_JOB.exec(said) ??
    CHANGED_JOB.exec(said) ??
    DISMISSED.exec(said) ??
    QUIT.exec(rest[0]?.fold ?? ''))?.[0]
    .trim()
    .split(' ').length;
  const tail = rest.slice(length);
  if (length === undefined || !isWhenOnly(tail) || hasClock(folded(tail)) || hasClock(trimValue(rest).when))
    return undefined;
  if (DISMISSED.test(said) && !copula && rest[0]?.fold !== 'got') return undefined;
  const subject = foldSubject(named, clause);
  return (older) => older.relation === 'employer' && older.single && !older.additive && older.subject === subject;
}
