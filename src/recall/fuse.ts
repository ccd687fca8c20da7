import type { Memory } from '../model/memory.ts';
import type { Breakdown } from '../model/recall.ts';
import type { RecallConfig } from './config.ts';
import type { Candidate } from './gather.ts';

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

function score({ memory, signals: found }: Candidate, config: RecallConfig, at: Date): Scored {
  const signals = {
    text: found.text,
    vector: Math.max(0, found.vector),
    entity: found.entity,
  };
  const contributions = {
    text: config.textWeight * signals.text,
    vector: config.vectorWeight * signals.vector,
    entity: config.entityWeight * signals.entity,
  };
  const adjustments = {
    component: config.componentWeights[memory.component] ?? 1,
    importance: 1 - config.importanceInfluence * (1 - memory.importance),
    age: ageFactor(memory, config, at),
  };
  const relevance = contributions.text + contributions.vector + contributions.entity;
  return {
    memory,
    score: relevance * adjustments.component * adjustments.importance * adjustments.age,
    breakdown: { signals, contributions, adjustments },
  };
}

function ageFactor({ validAt, createdAt }: Memory, { agePerDay, ageFloor }: RecallConfig, at: Date): number {
  const days = Math.max(0, at.getTime() - (validAt ?? createdAt).getTime()) / DAY_MS;
  return ageFloor + (1 - ageFloor) * Math.exp(-agePerDay * days);
}
