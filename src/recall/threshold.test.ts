import { describe, expect, it } from 'vitest';
import { idsOf, scored } from '../../test/support/candidates.ts';
import type { Calibration, Reranker } from '../contracts/reranker.ts';
import { EVIDENCE } from './confidence.ts';
import { handSetRanker } from './rankers/hand-set.ts';
import { linearRanker } from './rankers/linear-ranker.ts';
import type { Scored } from './scored.ts';
import { threshold, unasked } from './threshold.ts';

/** The answer is as sure as its best is strong, an item as its own score. */
const calibration: Calibration = {
  answer: { bias: 0, weights: { strength: 1 } },
  item: { bias: 0, score: 1, lag: 0 },
};
const ranker = linearRanker('mine', { text: 1 }, calibration);
const fused = (items: readonly Scored[], by: Reranker = ranker) => ({ scored: items, ranker: by, degraded: [] });
const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));
const matching = (id: string, text: number) => scored(id, text, {}, { text, vector: 0.1 });
const items = [matching('best', 2), matching('good', 1), matching('poor', 0.2)];

describe('the threshold', () => {
  it('leaves out items that have less than a share of the best score, those with just so much included', () => {
    const { confidence, relevant } = threshold(fused(items), 0, 0.5);
    expect(confidence).toBeCloseTo(sigmoid(2), 10);
    expect(relevant.map((item) => [item.memory.id, item.confidence])).toEqual([
      ['best', expect.closeTo(sigmoid(2) * sigmoid(2), 10)],
      ['good', expect.closeTo(sigmoid(2) * sigmoid(1), 10)],
    ]);
  });

  it('leaves nothing out where even the best is scored below nothing, as by logits', () => {
    const logits = [
      scored('best', -1, {}, { text: 2, vector: 0.1 }),
      scored('other', -9, {}, { text: 1, vector: 0.1 }),
    ];
    expect(idsOf(threshold(fused(logits), 0, 0.4).relevant)).toEqual(['best', 'other']);
  });

  it('reads confidence from the features, whatever factors made of the scores', () => {
    const raised = items.map((item) => ({ ...item, score: 10 * item.score }));
    expect(threshold(fused(raised), 0, 0).confidence).toBe(threshold(fused(items), 0, 0).confidence);
  });

  it('makes do with words where no meaning was heard', () => {
    const deaf = [scored('only', 0.6, {}, { text: 0.6, words: 0.6, window: 0.6, session: 0.6 })];
    expect(threshold(fused(deaf, handSetRanker), 0.2, 0).relevant).toHaveLength(1);
  });

  it('is silent below what an answer needs, not at it, and tells how sure it was either way', () => {
    expect(idsOf(threshold(fused(items), sigmoid(2), 0).relevant)).toEqual(['best', 'good', 'poor']);
    const silent = threshold(fused(items), sigmoid(2) + 1e-9, 0);
    expect(silent.relevant).toEqual([]);
    expect(silent.confidence).toBeCloseTo(sigmoid(2), 10);
    expect(silent.evidence.strength).toBe(2);
  });

  it('of 0 lets everything through', () => {
    expect(threshold(fused(items), 0, 0).relevant).toHaveLength(3);
  });

  it('is sure of nothing without candidates', () => {
    expect(threshold(fused([]), 0, 0)).toEqual({
      confidence: 0,
      evidence: Object.fromEntries(EVIDENCE.map((name) => [name, 0])),
      relevant: [],
    });
  });

  it('goes by the hand-set weights where the ranker knows nothing of confidence, and keeps its order', () => {
    const foreign: Reranker = { name: 'foreign', rerank: async () => [] };
    const given = [
      scored('first', 900, {}, { text: 0.1, vector: 0.1 }),
      scored('second', 3, {}, { text: 0.9, vector: 0.9 }),
    ];
    const { confidence, evidence, relevant } = threshold(fused(given, foreign), 0, 0);
    expect(idsOf(relevant)).toEqual(['first', 'second']);
    expect(relevant.map(({ score }) => score)).toEqual([900, 3]);
    expect(relevant[0]?.confidence).toBeLessThan(relevant[1]?.confidence ?? 0);
    const { text = 0, vector = 0 } = handSetRanker.weights ?? {};
    expect(evidence.strength).toBeCloseTo(0.9 * text + 0.9 * vector, 10);
    const byHand = threshold(
      fused(
        [
          scored('second', evidence.strength, {}, { text: 0.9, vector: 0.9 }),
          scored('first', 0.1 * text, {}, { text: 0.1, vector: 0.1 }),
        ],
        handSetRanker,
      ),
      0,
      0,
    );
    expect(confidence).toBeCloseTo(byHand.confidence, 10);
  });
});

it('without a query everything is wanted', () => {
  const { confidence, relevant } = unasked(fused(items));
  expect(confidence).toBe(1);
  expect(relevant.map((item) => [item.memory.id, item.confidence])).toEqual([
    ['best', 1],
    ['good', 1],
    ['poor', 1],
  ]);
});
