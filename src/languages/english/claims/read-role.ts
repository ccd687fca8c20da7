import { wordList } from '../../../text/word-list.ts';
import { type ClauseWord, folded, isName } from './clause-word.ts';
import { isSeveral } from './identity.ts';
import type { Predicate } from './reading.ts';
import { mayBePerson } from './subject.ts';

/** Roles that one may have toward many. */
const OPEN_ROLES = wordList(
  `member fan friend part supporter lover owner user mother father parent author founder creator inventor designer winner student graduate son
  daughter child brother sister cousin colleague reader follower alumnus alumna kind sort type lot pair couple piece survivor veteran
  advocate admirer resident contributor maintainer patron result cause source example`,
);
const ACRONYM = /^[A-Z]{2,4}$/;
const LONGEST_ROLE = 3;

const JOB = /(?:er|or|ist|ian|nurse|intern|chef|lead|head|assistant)$/;
const NO_JOB = wordList('member user customer regular believer');
const AS: ClauseWord = { text: 'as', fold: 'as', possessive: false, capital: false, after: '' };

/** "is a citizen of Norland", "is the CEO of Acme". */
export function readRole(rest: readonly ClauseWord[]): Predicate | undefined {
  if (!/^(?:a|an|the)$/.test(rest[0]?.fold ?? '') || rest[0]?.capital) return undefined;
  const of = rest.findIndex(({ fold, capital }) => fold === 'of' && !capital);
  const [role, value] = [rest.slice(1, of), rest.slice(of + 1)];
  const named = role.every(({ capital, text }) => !capital || ACRONYM.test(text));
  if (of < 2 || value.length === 0 || role.length > LONGEST_ROLE || !named) return undefined;
  const single = isName(value) && !OPEN_ROLES.has(role.at(-1)?.fold ?? '') && !isSeveral(role);
  return { relation: `${folded(role)} of`, single, value };
}

/** "data analyst at Acme", turned to "Acme as data analyst"; undefined where no employer is named. */
export function employerFirst(job: readonly ClauseWord[]): readonly ClauseWord[] | undefined {
  const at = job.findIndex(({ fold }) => fold === 'at');
  return at > 0 && job[at + 1]?.capital ? [...job.slice(at + 1), AS, ...job.slice(0, at)] : undefined;
}

/** "is an engineer at Acme", said as "works at Acme as engineer". */
export function readPost(rest: readonly ClauseWord[], named: readonly ClauseWord[]): Predicate | undefined {
  const at = rest.findIndex(({ fold }) => fold === 'at');
  const job = rest.slice(1, at);
  const noun = job.at(-1)?.fold ?? '';
  if (at < 2 || !/^(?:a|an)$/.test(rest[0]?.fold ?? '') || !rest[at + 1]?.capital || !mayBePerson(named))
    return undefined;
  if (!JOB.test(noun) || NO_JOB.has(noun)) return undefined;
  return { relation: 'employer', single: true, value: [...rest.slice(at + 1), AS, ...job], lasting: true };
}
