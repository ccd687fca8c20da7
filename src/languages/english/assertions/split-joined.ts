import { readEnding } from '../claims/ending.ts';
import { clausesIn } from '../claims/joined-clauses.ts';
import { readClaim } from '../claims/read-claim.ts';
import type { Candidate } from './candidates.ts';
import type { Clause } from './clauses.ts';
import type { Names } from './names.ts';
import { render } from './render.ts';
import type { Token } from './token.ts';
import { isAdverb, isFiniteVerb, subjectAt } from './verbs.ts';

type Part = Pick<Candidate, 'clauses' | 'text'>;

/** One value at a time, or the end of one: something said later may take its place. */
export const canBeOverturned = (text: string): boolean =>
  readClaim(text)?.single === true || readEnding(text) !== undefined;

/** "I left Berlin and moved to Rome" as two statements, if each can be overturned alone. */
export function splitJoined(candidate: Part, names: Names): readonly Part[] {
  const [clause, next] = candidate.clauses;
  const told = clausesIn(candidate.text);
  if (clause === undefined || next !== undefined || told.length < 2 || !told.every(canBeOverturned)) return [candidate];
  const parts = partsOf(clause).map((part): Part => ({ clauses: [part], text: render([part], names) }));
  // The two readings of where a clause ends have to agree.
  return parts.length === told.length ? parts : [candidate];
}

function partsOf({ tokens, ...clause }: Clause): readonly Clause[] {
  const subject = subjectAt(tokens);
  const verb = tokens.findIndex(({ lower }, at) => at > subject && isFiniteVerb(lower));
  const joints = tokens.flatMap((token, at) => (at > verb && joins(token) && opensVerb(tokens, at + 1) ? [at] : []));
  if (verb < 1 || joints.length === 0) return [{ tokens, ...clause }];
  const head = tokens.slice(0, subject + 1);
  return [subject, ...joints].map((from, at) => {
    const said = tokens.slice(from + 1, joints[at]);
    const end = said.at(-1)?.text === ',' ? -1 : undefined;
    return { ...clause, tokens: [...head, ...said.slice(0, end)] };
  });
}

const joins = ({ lower, kind }: Token): boolean => kind === 'word' && /^(?:and|but|then)$/.test(lower);

function opensVerb(tokens: readonly Token[], from: number): boolean {
  const word = tokens.slice(from).find(({ lower }) => !isAdverb(lower));
  return word?.kind === 'word' && word.form === undefined && isFiniteVerb(word.lower);
}
