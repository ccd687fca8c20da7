import type { Memory } from '../model/memory.ts';
import type { Breakdown } from '../model/recall.ts';
import type { RecallConfig } from './config.ts';
import type { Candidate, Signals } from './gather.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';

const DAY_MS = 86_400_000;

export interface Scored {
  readonly memory: Memory;
  readonly score: number;
  readonly breakdown: Breakdown;
}

/**
 * The weighted sum of the signals' magnitudes and of what the surroundings say, times component weight, importance and age;
 * best first. The text signal comes as a share of the query, not divided by the best of the set, so that a poor
 * best stays poor.
 */
export function fuse(candidates: readonly Candidate[], query: string, config: RecallConfig, at: Date): Scored[] {
  const surroundings = surroundingsOf(candidates, query);
  return candidates
    .map((candidate) => score(candidate, surroundings(candidate), config, at))
    .sort((a, b) => b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1));
}

/** What each signal adds to a memory's relevance. */
const contributionsOf = ({ text, vector, entity, time }: Signals, config: RecallConfig): Signals => ({
  text: config.textWeight * text,
  vector: config.vectorWeight * Math.max(0, vector),
  entity: config.entityWeight * entity,
  time: config.timeWeight * time,
});

const total = (parts: Readonly<Record<string, number>>): number =>
  Object.values(parts).reduce((sum, part) => sum + part, 0);

export const relevance = (signals: Signals, config: RecallConfig): number => total(contributionsOf(signals, config));

function score({ memory, signals }: Candidate, around: Surroundings, config: RecallConfig, at: Date): Scored {
  const contributions = {
    ...contributionsOf(signals, config),
    neighbours: config.neighbourWeight * around.neighbours,
    speaker: config.speakerWeight * around.speaker,
  };
  const adjustments = {
    component: config.componentWeights[memory.component] ?? 1,
    importance: 1 - config.importanceInfluence * (1 - memory.importance),
    age: ageFactor(memory, config, at),
  };
  return {
    memory,
    score: total(contributions) * adjustments.component * adjustments.importance * adjustments.age,
    breakdown: { signals, contributions, adjustments },
  };
}

function ageFactor({ validAt, createdAt }: Memory, { agePerDay, ageFloor }: RecallConfig, at: Date): number {
  const days = Math.max(0, at.getTime() - (validAt ?? createdAt).getTime()) / DAY_MS;
  return ageFloor + (1 - ageFloor) * Math.exp(-agePerDay * days);
}
