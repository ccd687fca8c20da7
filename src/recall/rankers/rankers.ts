import type { Calibration, Reranker } from '../../contracts/reranker.ts';
import { fittedCalibration, fittedWeights, handSetCalibration } from './fitted-numbers.ts';

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

/**
 * Weights chosen by hand over all open data at once, where each was moved until no dataset gained without another losing.
 * The default, because no fitted weights do better on data they were not fitted to (`npm run fit:ranker` prints by how much),
 * and what a failing reranker falls back to.
 */
export const handSetRanker = linearRanker(
  'hand-set',
  {
    text: 0.8,
    vector: 1.5,
    entity: 0.5,
    time: 0.3,
    window: 0.8,
    session: 0.3,
    near: 0.1,
    far: 0.2,
    speaker: 0.2,
    salience: 0.05,
    lately: 0.2,
  },
  handSetCalibration,
);

/** Weights learnt from conversations with questions and their answers; not the default (see `hand-set.ts`). */
export const fittedRanker = linearRanker('fitted', fittedWeights, fittedCalibration);
