import { describe, expect, it } from 'vitest';
import { handSetRanker } from '../../../src/recall/rankers/rankers.ts';
import { answerConfidence, evidenceOf } from '../../../src/recall/threshold.ts';
import { seededRandom } from '../../random.ts';
import type { Example, Sort } from './examples.ts';
import { fitCalibration, weigh } from './fit-calibration.ts';
import { fitWeights } from './fit-weights.ts';
import { foldGroups } from './folds.ts';
import { fractions, interval, mean } from './judge.ts';
import { logistic } from './logistic.ts';
import { numbersFile } from './numbers-file.ts';

const FEATURES = { text: 0, vector: 0, window: 0, session: 0, near: 0, far: 0, speaker: 0, words: 0, stranger: 0 };
const start = { text: 1, vector: 1.5, session: 0.3 };

/** Questions whose answer has the words, while meaning and session are noise. */
function made(dataset: string, sort: Sort, count: number, seed: number): Example[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, question) => ({
    ...{ dataset, sort, group: `${dataset} ${question % 7}`, gold: sort === 'own' ? ['right'] : [] },
    candidates: Array.from({ length: 30 }, (_, at) => {
      const text = (sort === 'own' && at === 0 ? 0.5 : 0) + 0.2 * random.next();
      const features = { ...FEATURES, text, words: text, vector: random.next(), session: random.next() };
      return { unit: at === 0 ? 'right' : `wrong ${at}`, features };
    }),
  }));
}
const examples = [...made('one', 'own', 60, 1), ...made('two', 'own', 60, 2)];

describe('the fit of weights', () => {
  it('learns what tells right from wrong, and keeps the scale of the vector', () => {
    const weights = fitWeights(examples, start);
    expect(weights['vector']).toBe(1.5);
    expect(weights['text']).toBeGreaterThan(2 * start.text);
    expect(Object.values(weights).every((weight) => weight >= 0)).toBe(true);
    const before = fractions(examples, () => start);
    const after = fractions(examples, () => weights);
    expect(mean(after)).toBeGreaterThan(mean(before));
    expect(interval(after, before)[0]).toBeGreaterThan(0);
  });

  it('gives the same for the same examples', () => {
    expect(fitWeights(examples, start)).toEqual(fitWeights(examples, start));
  });

  it('leaves no group in two folds, and none out', () => {
    const folds = foldGroups(examples);
    expect(folds.flat().sort()).toEqual([...new Set(examples.map(({ group }) => group))].sort());
  });
});

describe('the fit of confidence', () => {
  it('is sure of what has an answer, less of what has none, and of no item more than of the answer', () => {
    const all = [...examples, ...made('one', 'unanswerable', 60, 3), ...made('two', 'unanswerable', 60, 4)];
    const weights = handSetRanker.weights ?? {};
    const calibration = fitCalibration(weigh(all, weights));
    const sure = (example: Example) => {
      const [weighed] = weigh([example], weights);
      return answerConfidence(weighed?.evidence ?? evidenceOf([]), calibration);
    };
    const own = all.filter(({ sort }) => sort === 'own').map(sure);
    const other = all.filter(({ sort }) => sort !== 'own').map(sure);
    expect(mean(own)).toBeGreaterThan(0.8);
    expect(mean(other)).toBeLessThan(0.2);
    expect(calibration.item.score + calibration.item.lag).toBeGreaterThan(0);
  });

  it('finds the weights that made the odds', () => {
    const random = seededRandom(5);
    const cases = Array.from({ length: 20_000 }, () => {
      const inputs = [random.next() - 0.5, random.next() - 0.5];
      const odds = 1 / (1 + Math.exp(-(3 * (inputs[0] ?? 0) - 2 * (inputs[1] ?? 0) + 0.5)));
      return { inputs, isTrue: random.next() < odds, weight: 1 };
    });
    const [first, second, bias] = logistic(cases, 0);
    expect(first).toBeCloseTo(3, 0);
    expect(second).toBeCloseTo(-2, 0);
    expect(bias).toBeCloseTo(0.5, 1);
  });

  it('writes a file that reads as source', () => {
    const calibration = {
      answer: { bias: -1, weights: { strength: 2 } },
      item: { bias: 0, score: 1, lag: 2 },
    };
    expect(numbersFile({ weights: { text: 1 }, calibration })).toContain(
      'export const calibration = {\n  answer: {\n    bias: -1,\n    weights: { strength: 2 },\n  },\n  item: { bias: 0, score: 1, lag: 2 },\n};\n',
    );
  });
});
