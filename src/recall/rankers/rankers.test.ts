import { describe, expect, it } from 'vitest';
import { FEATURES } from '../features.ts';
import { EVIDENCE } from '../threshold.ts';
import { contributionsOf, handSetRanker, linearRanker, total } from './rankers.ts';

describe('a linear ranker', () => {
  const weights = { text: 2, speaker: 0.5 };
  const ranker = linearRanker('mine', weights);
  const candidate = (features: Record<string, number>) => ({ memoryId: 'x', content: 'x', features });

  it('scores candidates by the weighted sum of features, in order', async () => {
    const given = [{ text: 0.25, speaker: -1 }, { text: 1, unheard: 9 }, {}].map(candidate);
    expect(await ranker.rerank('any', given)).toEqual([0, 2, 0]);
    expect(await ranker.rerank('any', [])).toEqual([]);
  });

  it('returns contributions that add up to the score', () => {
    const parts = contributionsOf({ text: 0.5, speaker: 1, unheard: 9 }, weights);
    expect(parts).toEqual({ text: 1, speaker: 0.5 });
    expect(total(parts)).toBe(1.5);
  });

  it('returns its weights, and its calibration if it has one', () => {
    expect(ranker.weights).toEqual(weights);
    expect(ranker).not.toHaveProperty('calibration');
    const calibration = { answer: { bias: 0, weights: {} }, item: { bias: 0, score: 1, lag: 0, answer: 0 } };
    expect(linearRanker('mine', weights, calibration).calibration).toBe(calibration);
  });
});

describe('the default ranker', () => {
  const { weights = {}, calibration } = handSetRanker;
  it('has weights only for existing features, and none negative', () => {
    expect(FEATURES).toEqual(expect.arrayContaining(Object.keys(weights)));
    expect(Object.values(weights).every((weight) => Number.isFinite(weight) && weight >= 0)).toBe(true);
  });

  it('calibrates confidence only from existing evidence, higher for a better item', () => {
    expect(EVIDENCE).toEqual(expect.arrayContaining(Object.keys(calibration?.answer.weights ?? {})));
    expect(calibration?.answer.weights['meaning']).toBeGreaterThan(0);
    expect((calibration?.item.score ?? 0) + (calibration?.item.lag ?? 0)).toBeGreaterThan(0);
  });
});
