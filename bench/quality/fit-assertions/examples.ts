import { type Candidate, isRepeat, readCandidates } from '../../../src/languages/english/assertions/find-assertions.ts';
import { isTelling } from '../../../src/languages/english/assertions/kinds.ts';
import { namesFor } from '../../../src/languages/english/assertions/render.ts';
import { type Features, featuresOf } from '../../../src/languages/english/assertions/worth.ts';
import { matches, type Statement } from '../score/fact-match.ts';
import type { Source } from './sources.ts';

export interface Example {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly clauses: Candidate['clauses'];
  readonly features: Features;
  /** The silver facts it matches. */
  readonly facts: readonly Statement[];
}

/** All candidates of a turn. */
export interface TurnExamples {
  readonly source: Source;
  readonly unit: string;
  readonly candidates: readonly Example[];
}

export function examplesOf(source: Source): TurnExamples[] {
  const silver = new Map<string, Statement[]>();
  for (const fact of source.silver)
    for (const unit of fact.units) silver.set(unit, [...(silver.get(unit) ?? []), fact]);
  return source.turns
    .filter(({ role }) => role === 'user')
    .map(({ unit, before, ...turn }) => {
      const reading = readCandidates(turn.content, turn.occurredAt, namesFor(turn, before));
      const candidates = reading.candidates
        .filter(({ text, clauses }) => isTelling(clauses) || !isRepeat(text, turn.content))
        .map((candidate) => ({
          ...{ text: candidate.text, from: candidate.from, to: candidate.to, clauses: candidate.clauses },
          features: featuresOf(candidate, reading, turn, before),
          facts: (silver.get(unit) ?? []).filter((fact) =>
            matches({ text: candidate.text, units: [unit] }, fact, source.people),
          ),
        }));
      return { source, unit, candidates };
    });
}
