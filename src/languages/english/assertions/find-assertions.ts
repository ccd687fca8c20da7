import type { Assertion, Utterance } from '../../../contracts/language.ts';
import { readClaim } from '../claims/read-claim.ts';
import { type Candidate, readCandidates } from './candidates.ts';
import { joinedIn } from './clauses.ts';
import { featuresOf, worthOf } from './features.ts';
import { confidenceOf, importanceOf, isTelling, kindOf } from './kinds.ts';
import { type Names, namesFor, render, subjectOf } from './rewrite.ts';

type Part = Pick<Candidate, 'clauses' | 'text'>;

/** From it on a candidate is remembered. Lower finds more and means less: docs/decisions/0009 has the curve, which is flat here. */
const LEAST_WORTH = 0.12;

/**
 * What a turn asserts that is worth remembering, rewritten to stand alone, in the order it was said.
 * `before`: the turns just before it in the session, oldest first. Of an assistant's turns nothing is kept: even of what
 * they call settled only 3 in 100 sentences were facts in the benchmark, and the user says it too.
 */
export function findAssertions(turn: Utterance, before: readonly Utterance[] = []): Assertion[] {
  if (turn.role !== 'user') return [];
  const names = namesFor(turn, before);
  const reading = readCandidates(turn.content, turn.occurredAt, names);
  const weighed = reading.candidates
    .map((candidate) => ({ ...candidate, worth: worthOf(featuresOf(candidate, reading, turn, before)) }))
    .map((weighed) => ({ ...weighed, worth: withTelling(weighed, LEAST_WORTH) }))
    .filter(({ worth }) => worth >= LEAST_WORTH)
    .flatMap(({ worth, ...joined }) => apart(joined, reading.candidates).map((part) => ({ ...part, worth })))
    .filter(({ text, clauses }) => isTelling(clauses) || !isRepeat(text, turn.content));
  return chooseApart(weighed).flatMap(({ worth, ...chosen }) =>
    split(chosen, names).map((part) => assertionOf(part, worth, names)),
  );
}

/** What was said to be kept is, whatever its chance. */
export const withTelling = (
  { worth, clauses }: Pick<Candidate, 'clauses'> & { worth: number },
  least: number,
): number => (isTelling(clauses) ? Math.max(worth, least) : worth);

/** Something said later may take its place. */
const isAlone = ({ clauses, text }: Part): boolean => readClaim(text)?.single === true || isTelling(clauses);

/** Two facts that can each be overturned alone are kept apart, or the end of one would be the end of both. */
function apart(candidate: Candidate, all: readonly Candidate[]): readonly Candidate[] {
  const { from, to, isJoined } = candidate;
  if (from === to) return [candidate];
  const parts = all.filter((each) => each.from === each.to && each.from >= from && each.to <= to);
  return parts.filter(isAlone).length >= (isJoined ? 1 : 2) ? parts : [candidate];
}

/** "I left Berlin and moved to Rome" is one clause and two facts. */
function split(candidate: Part, names: Names): readonly Part[] {
  const [clause, next] = candidate.clauses;
  if (clause === undefined || next !== undefined) return [candidate];
  const parts = joinedIn(clause).map((part) => ({ clauses: [part], text: render([part], names) }));
  return parts.length > 1 && parts.every(isAlone) ? parts : [candidate];
}

function assertionOf({ clauses, text }: Part, worth: number, names: Names): Assertion {
  const kind = kindOf(clauses);
  const when = clauses.flatMap(({ tokens }) => tokens.flatMap((token) => token.when ?? []))[0];
  return {
    ...{ kind, text, about: subjectOf(clauses, names) },
    ...{ importance: importanceOf(kind, worth, clauses), confidence: confidenceOf(clauses) },
    ...(when !== undefined && { when }),
  };
}

/** The worthiest that share no clause, in the order they were said. */
export function chooseApart<Weighed extends { from: number; to: number; worth: number }>(
  candidates: readonly Weighed[],
): Weighed[] {
  const chosen: Weighed[] = [];
  for (const candidate of candidates.toSorted((left, right) => right.worth - left.worth))
    if (!chosen.some(({ from, to }) => candidate.from <= to && candidate.to >= from)) chosen.push(candidate);
  return chosen.sort((left, right) => left.from - right.from);
}

/** A short turn may well be its own memory. */
const SHORT_TURN = 15;
const MOST_REPEATED = 0.88;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a memory says a long turn over again instead of what matters in it. */
export function isRepeat(text: string, turn: string): boolean {
  if (turn.length > 20 * text.length) return false;
  const [told, whole] = [new Set(wordsOf(text)), wordsOf(turn)];
  return whole.length > SHORT_TURN && whole.filter((word) => told.has(word)).length >= MOST_REPEATED * whole.length;
}
