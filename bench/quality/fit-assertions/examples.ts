import { join } from 'node:path';
import { z } from 'zod';
import type { Utterance } from '../../../src/contracts/language.ts';
import { type Candidate, readCandidates } from '../../../src/languages/english/assertions/candidates.ts';
import { type Features, featuresOf } from '../../../src/languages/english/assertions/features.ts';
import { isRepeat } from '../../../src/languages/english/assertions/find-assertions.ts';
import { isTelling } from '../../../src/languages/english/assertions/kinds.ts';
import { namesFor } from '../../../src/languages/english/assertions/rewrite.ts';
import { readJsonl } from '../read/read-jsonl.ts';
import { readLocomo } from '../read/read-locomo.ts';
import { readRealmem } from '../read/read-realmem.ts';
import type { Session } from '../run/memory-under-test.ts';
import { matches, type Statement } from '../score/fact-match.ts';

const MINUTE = 60_000;
const TURNS_BEFORE = 4;

const observationSchema = z.object({ sample_id: z.string(), fact: z.string(), evidence: z.array(z.string()) });

interface SourceTurn extends Utterance {
  readonly unit: string;
  readonly before: readonly Utterance[];
}

/** A chat or a person, with the facts that a model found in it. */
export interface Source {
  readonly dataset: 'locomo' | 'realmem';
  readonly name: string;
  /** It is measured by weights that were fitted without its fold. */
  readonly fold: number;
  readonly people: readonly string[];
  readonly sessions: readonly Session[];
  readonly turns: readonly SourceTurn[];
  readonly silver: readonly Statement[];
}

export function readSources(folder: string): Source[] {
  const observations = readJsonl(join(folder, 'locomo', 'observations.jsonl'), observationSchema);
  const chats = readLocomo(folder).map(({ name, speakers, sessions }, fold) => ({
    ...({ dataset: 'locomo', name, fold, people: speakers, sessions, turns: turnsOf(sessions) } as const),
    silver: observations
      .filter(({ sample_id }) => sample_id === name)
      .map(({ fact, evidence }) => ({ text: fact, units: evidence })),
  }));
  const people = readRealmem(folder).map(({ name, sessions, facts }, fold) => ({
    ...({ dataset: 'realmem', name, fold, people: [], sessions, turns: turnsOf(sessions) } as const),
    silver: facts,
  }));
  return [...chats, ...people];
}

function turnsOf(sessions: readonly Session[]): SourceTurn[] {
  return sessions.flatMap(({ startsAt, turns }) => {
    const said = turns.map(({ unit, content, role, speaker }, at) => ({
      ...{ unit, content, role: role ?? 'user' },
      ...(speaker !== undefined && { speaker }),
      occurredAt: new Date((startsAt?.getTime() ?? 0) + at * MINUTE),
    }));
    return said.map((turn, at) => ({ ...turn, before: said.slice(Math.max(0, at - TURNS_BEFORE), at) }));
  });
}

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
