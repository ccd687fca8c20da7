import type { ReinforcementConfig } from './config.ts';

export interface Score {
  readonly successes: number;
  readonly failures: number;
}

/** Where a strategy stands after all its outcomes. */
export interface Standing {
  readonly category: 'reinforced' | 'worked' | 'failed' | 'contested';
  readonly valence: 'positive' | 'negative';
  readonly confidence: number;
  readonly importance: number;
}

/** How far importance lies below confidence for what was seen once; the gap closes as one side pulls ahead. */
const UNTRIED_SHARE = 0.8;

export function standingOf(
  { successes, failures }: Score,
  { reinforcedAfter, prevailingShare }: Pick<ReinforcementConfig, 'reinforcedAfter' | 'prevailingShare'>,
): Standing {
  const all = successes + failures;
  const most = Math.max(successes, failures);
  const lead = 2 * most - all;
  const valence = successes >= failures ? 'positive' : 'negative';
  // Laplace's rule of succession: one outcome gives 2/3, ten of a kind 11/12, and every one on the other side takes away.
  const confidence = (most + 1) / (all + 2);
  const importance = confidence * (UNTRIED_SHARE + (1 - UNTRIED_SHARE) * (lead / (lead + 2)));
  if (lead === 0 || most / all < prevailingShare) return { category: 'contested', valence, confidence, importance };
  if (valence === 'negative') return { category: 'failed', valence, confidence, importance };
  return { category: successes >= reinforcedAfter ? 'reinforced' : 'worked', valence, confidence, importance };
}
