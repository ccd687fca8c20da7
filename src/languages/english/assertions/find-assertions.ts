import { readClaim } from '../claims/read-claim.ts';
import type { Assertion, Utterance } from './assertion.ts';
import { type Candidate, readCandidates } from './candidates.ts';
import { chooseApart } from './choose-apart.ts';
import { featuresOf } from './features.ts';
import { confidenceOf, importanceOf } from './importance.ts';
import { kindOf } from './kinds.ts';
import { type Names, namesFor } from './names.ts';
import { isRepeat } from './repeat.ts';
import { subjectOf } from './subject.ts';
import { surroundingsOf } from './surroundings.ts';
import { isTelling } from './telling.ts';
import { LEAST_WORTH, worthOf } from './worth.ts';

/**
 * What a turn asserts that is worth remembering, rewritten to stand alone, in the order it was said.
 * `before`: the turns just before it in the session, oldest first. Of an assistant's turns nothing is kept: even of what
 * they call settled only 3 in 100 sentences were facts in the benchmark, and the user says it too.
 */
export function findAssertions(turn: Utterance, before: readonly Utterance[] = []): Assertion[] {
  if (turn.role !== 'user') return [];
  const names = namesFor(turn, before);
  const reading = readCandidates(turn.content, turn.occurredAt, names);
  const around = surroundingsOf(turn, before);
  const weighed = reading.candidates
    .map((candidate) => ({ ...candidate, worth: worthOf(candidate, featuresOf(candidate, reading, around)) }))
    .filter(({ worth }) => worth >= LEAST_WORTH)
    .flatMap(({ worth, ...joined }) => apart(joined, reading.candidates).map((part) => ({ ...part, worth })))
    .filter(({ text, clauses }) => isTelling(clauses) || !isRepeat(text, turn.content));
  return chooseApart(weighed).map(({ worth, ...candidate }) => assertionOf(candidate, worth, names));
}

/** Two facts that can each be overturned alone are kept apart, or the end of one would be the end of both. */
function apart(candidate: Candidate, all: readonly Candidate[]): readonly Candidate[] {
  if (candidate.from === candidate.to) return [candidate];
  const parts = all.filter(({ from, to }) => from === to && from >= candidate.from && to <= candidate.to);
  const alone = candidate.sentences.length > 1 ? 1 : 2;
  return parts.filter(({ text }) => readClaim(text)?.single).length >= alone ? parts : [candidate];
}

function assertionOf({ clauses, text }: Pick<Candidate, 'clauses' | 'text'>, worth: number, names: Names): Assertion {
  const kind = kindOf(clauses);
  const when = clauses.flatMap(({ tokens }) => tokens.flatMap((token) => token.when ?? []))[0];
  return {
    ...{ kind, text },
    about: subjectOf(clauses, names),
    importance: importanceOf(kind, worth, clauses),
    confidence: confidenceOf(clauses),
    ...(when !== undefined && { when }),
  };
}
