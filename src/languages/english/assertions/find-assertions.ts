import type { Assertion, Utterance } from '../../../contracts/language.ts';
import { readClaim } from '../claims/read-claim.ts';
import { type Candidate, readCandidates } from './candidates.ts';
import { joinedIn } from './clauses.ts';
import { confidenceOf, importanceOf, isTelling, kindOf } from './kinds.ts';
import { type Names, namesFor, render, subjectOf } from './rewrite.ts';

type Part = Pick<Candidate, 'clauses' | 'text'>;

/**
 * What a turn asserts, rewritten to stand alone, in the order it was said. `before`: the turns just before it in the session, oldest first.
 * Of an assistant's turns nothing is taken: even of what they call settled only 3 in 100 sentences were facts in the benchmark, and the
 * user says it too.
 */
export function findAssertions(turn: Utterance, before: readonly Utterance[] = []): Assertion[] {
  if (turn.role !== 'user') return [];
  const names = namesFor(turn, before);
  const candidates = readCandidates(turn.content, turn.occurredAt, names);
  return longest(candidates)
    .flatMap((joined) => apart(joined, candidates))
    .filter(({ text, clauses }) => isTelling(clauses) || !isRepeat(text, turn.content))
    .flatMap((chosen) => split(chosen, names).map((part) => assertionOf(part, names)));
}

/** The longest that share no clause, in the order they were said. */
function longest(candidates: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  for (const candidate of candidates.toSorted((one, other) => other.to - other.from - (one.to - one.from)))
    if (!chosen.some(({ from, to }) => candidate.from <= to && candidate.to >= from)) chosen.push(candidate);
  return chosen.sort((one, other) => one.from - other.from);
}

/** Something said later may take its place. */
const isAlone = ({ clauses, text }: Part): boolean => readClaim(text)?.single === true || isTelling(clauses);

/** Two facts that can each be overturned alone are kept apart, or the end of one would be the end of both. */
function apart(candidate: Candidate, all: readonly Candidate[]): readonly Candidate[] {
  const { from, to } = candidate;
  if (from === to) return [candidate];
  const parts = all.filter((each) => each.from === each.to && each.from >= from && each.to <= to);
  return parts.filter(isAlone).length >= 2 ? parts : [candidate];
}

/** "I left Berlin and moved to Rome" is one clause and two facts. */
function split(candidate: Part, names: Names): readonly Part[] {
  const [clause, next] = candidate.clauses;
  if (clause === undefined || next !== undefined) return [candidate];
  const parts = joinedIn(clause).map((part) => ({ clauses: [part], text: render([part], names) }));
  return parts.length > 1 && parts.every(isAlone) ? parts : [candidate];
}

function assertionOf({ clauses, text }: Part, names: Names): Assertion {
  const kind = kindOf(clauses);
  const when = clauses.flatMap(({ tokens }) => tokens.flatMap((token) => token.when ?? []))[0];
  return {
    ...{ kind, text, about: subjectOf(clauses, names), isTold: isAlone({ clauses, text }) },
    ...{ importance: importanceOf(kind, clauses), confidence: confidenceOf(clauses) },
    ...(when !== undefined && { when }),
  };
}

/** A short turn may well be its own memory. */
const SHORT_TURN = 15;
const MOST_REPEATED = 0.88;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a memory says a long turn over again instead of what matters in it. */
function isRepeat(text: string, turn: string): boolean {
  if (turn.length > 20 * text.length) return false;
  const [told, whole] = [new Set(wordsOf(text)), wordsOf(turn)];
  return whole.length > SHORT_TURN && whole.filter((word) => told.has(word)).length >= MOST_REPEATED * whole.length;
}
