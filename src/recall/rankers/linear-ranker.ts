import type { Calibration, Reranker } from '../../contracts/reranker.ts';

export type Weights = Readonly<Record<string, number>>;

/** What each weighted feature adds to a score. */
export const contributionsOf = (features: Weights, weights: Weights): Record<string, number> =>
  Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, weight * (features[name] ?? 0)]));

export const total = (parts: Weights): number => Object.values(parts).reduce((sum, part) => sum + part, 0);

/** A weighted sum of named features. */
export const linearRanker = (name: string, weights: Weights, calibration?: Calibration): Reranker => ({
  name,
  rerank: async (_, candidates) => candidates.map(({ features }) => total(contributionsOf(features, weights))),
  weights,
  ...(calibration !== undefined && { calibration }),
});
