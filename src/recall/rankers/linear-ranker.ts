import type { Calibration, Reranker } from '../../contracts/reranker.ts';

export type Weights = Readonly<Record<string, number>>;

/** What each weighted feature adds to a score. */
export const contributionsOf = (features: Weights, weights: Weights): Record<string, number> =>
  Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, weight * (features[name] ?? 0)]));

/** The sum of them, without telling them apart: many times faster. */
export function weightedSum(weights: Weights): (features: Weights) => number {
  const entries = Object.entries(weights);
  return (features) => {
    let sum = 0;
    for (const [name, weight] of entries) sum += weight * (features[name] ?? 0);
    return sum;
  };
}

export const total = (parts: Weights): number => Object.values(parts).reduce((sum, part) => sum + part, 0);

/**
 * A weighted sum of named features.
 * @example const reranker = linearRanker('by-words', { text: 1, vector: 0.5 });
 */
export const linearRanker = (name: string, weights: Weights, calibration?: Calibration): Reranker => ({
  name,
  rerank: async (_, candidates) => candidates.map(({ features }) => features).map(weightedSum(weights)),
  weights,
  ...(calibration !== undefined && { calibration }),
});
