import { type Weights, weightedSum } from '../../../src/recall/rankers/rankers.ts';
import { seededRandom } from '../../random.ts';
import { rankUnits } from '../score/rankings.ts';
import type { Example } from './examples.ts';

const ITEMS = 50;
const UNITS = 10;
const RESAMPLES = 2000;

/** The share of the right units among the first ten, as the datasets count them, of each question that has an answer. */
export function fractions(examples: readonly Example[], weightsOf: (example: Example) => Weights): number[] {
  return examples
    .filter(({ sort }) => sort === 'own')
    .map((example) => {
      const scoreOf = weightedSum(weightsOf(example));
      const items = example.candidates
        .map(({ features, unit }) => ({ unit, score: scoreOf(features) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, ITEMS);
      const top = rankUnits(
        items.map(({ unit }) => (unit === undefined ? [] : [unit])),
        UNITS,
      );
      const right = new Set(example.gold);
      return [...right].filter((unit) => top.includes(unit)).length / right.size;
    });
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The middle 95 % of the mean difference when questions are drawn again and again. */
export function interval(first: readonly number[], second: readonly number[]): [number, number] {
  const random = seededRandom(1);
  const differences = first.map((value, at) => value - (second[at] as number));
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(differences.map(() => differences[random.between(0, differences.length - 1)] as number)),
  ).sort((a, b) => a - b);
  return [means[Math.floor(0.025 * RESAMPLES)] as number, means[Math.floor(0.975 * RESAMPLES)] as number];
}
