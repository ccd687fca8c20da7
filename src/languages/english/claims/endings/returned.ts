import { wordList } from '../../../../text/word-list.ts';
import { type ClauseWord, folded } from '../clause-word.ts';
import { ARTICLES } from '../function-words.ts';
import type { Ending } from '../reading.ts';
import type { Sentence } from '../sentence.ts';
import { foldSubject } from '../subject.ts';
import { trimValue } from '../value.ts';
import { isWhenOnly } from './ended-words.ts';

/** What one is away on: whoever is back is on none of them. */
const AWAY = wordList('vacation holiday holidays leave sabbatical break trip honeymoon retreat pto');
const BACK = /^(?:back|returned|came back|come back|got back)(?= |$)/;
const AT_WORK = /^(?:at work|in the office|at the office|at the desk)(?= |$)/;
const AWAY_LINK = /^be (?:on|at|in)$/;

const plain = (words: readonly ClauseWord[]): readonly ClauseWord[] => words.filter(({ fold }) => !ARTICLES.has(fold));

/** "is back from vacation", "has returned from leave", "is back at work". */
export function returned({ clause, named, group: { rest, negated, copula } }: Sentence): Ending | undefined {
  const said = folded(rest);
  const phrase = negated ? undefined : BACK.exec(said)?.[0];
  if (phrase === undefined || copula !== (phrase === 'back')) return undefined;
  const tail = rest.slice(phrase.split(' ').length);
  const subject = foldSubject(named, clause);
  const isAway = (words: readonly ClauseWord[]) => AWAY.has(words.at(-1)?.fold ?? '');
  if (tail[0]?.fold === 'from') {
    const whence = folded(plain(trimValue(tail.slice(1)).words));
    return ({ relation, subject: who, words }) => {
      const where = folded(plain(words));
      return (
        who === subject &&
        AWAY_LINK.test(relation) &&
        (where === whence || (isAway(words) && where.endsWith(` ${whence}`)))
      );
    };
  }
  if (!isWhenOnly(tail) && !AT_WORK.test(folded(tail))) return undefined;
  return ({ relation, subject: who, words }) => who === subject && relation === 'be on' && isAway(words);
}
