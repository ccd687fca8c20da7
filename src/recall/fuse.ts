import type { Memory } from '../model/memory.ts';
import type { Breakdown } from '../model/recall.ts';
import type { RecallConfig } from './config.ts';
import type { Candidate, Signals } from './gather.ts';

const DAY_MS = 86_400_000;

export interface Scored {
  readonly memory: Memory;
  readonly score: number;
  readonly breakdown: Breakdown;
}

/**
 * The weighted sum of the signals' magnitudes, times component weight, importance and age; best first. The text signal
 * comes as a share of the query, not divided by the best of the set (seed 002), so that a poor best stays poor.
 */
export function fuse(candidates: readonly Candidate[], config: RecallConfig, at: Date): Scored[] {
  return candidates
    .map((candidate) => score(candidate, config, at))
    .sort((a, b) => b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1));
}

/** What each signal adds to a memory's relevance. */
const contributionsOf = ({ text, vector, entity }: Signals, config: RecallConfig): Signals => ({
  text: config.textWeight * text,
  vector: config.vectorWeight * Math.max(0, vector),
  entity: config.entityWeight * entity,
});

export function relevance(signals: Signals, config: RecallConfig): number {
  const { text, vector, entity } = contributionsOf(signals, config);
  return text + vector + entity;
}

function score({ memory, signals }: Candidate, config: RecallConfig, at: Date): Scored {
  const adjustments = {
    component: config.componentWeights[memory.component] ?? 1,
    importance: 1 - config.importanceInfluence * (1 - memory.importance),
    age: ageFactor(memory, config, at),
  };
  return {
    memory,
    score: relevance(signals, config) * adjustments.component * adjustments.importance * adjustments.age,
    breakdown: { signals, contributions: contributionsOf(signals, config), adjustments },
  };
}

function ageFactor({ validAt, createdAt }: Memory, { agePerDay, ageFloor }: RecallConfig, at: Date): number {
  const days = Math.max(0, at.getTime() - (validAt ?? createdAt).getTime()) / DAY_MS;
  return ageFloor + (1 - ageFloor) * Math.exp(-agePerDay * days);
}
