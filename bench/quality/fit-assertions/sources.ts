import { join } from 'node:path';
import { z } from 'zod';
import type { Utterance } from '../../../src/contracts/language.ts';
import { readJsonl } from '../read/read-jsonl.ts';
import { readLocomo } from '../read/read-locomo.ts';
import { readRealmem } from '../read/read-realmem.ts';
import type { Session } from '../run/memory-under-test.ts';
import type { Statement } from '../score/fact-match.ts';

const MINUTE = 60_000;
const TURNS_BEFORE = 4;

const observationSchema = z.object({ sample_id: z.string(), fact: z.string(), evidence: z.array(z.string()) });

export interface SourceTurn extends Utterance {
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
