import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { features, idsOf, scored } from '../../test/support/candidates.ts';
import type { Calibration, Reranker } from '../contracts/reranker.ts';
import type { Features, ScoredMemory } from './features.ts';
import { handSetRanker, linearRanker } from './rankers/rankers.ts';
import {
  answerConfidence,
  EVIDENCE,
  evidenceOf,
  itemConfidence,
  type ScoredFeatures,
  threshold,
  withoutThreshold,
} from './threshold.ts';

/** The answer is as sure as its best is strong, an item as its own score. */
const calibration: Calibration = {
  answer: { bias: 0, weights: { strength: 1 } },
  item: { bias: 0, score: 1, lag: 0 },
};
const ranker = linearRanker('mine', { text: 1 }, calibration);
const fused = (items: readonly ScoredMemory[], by: Reranker = ranker) => ({ scored: items, ranker: by, degraded: [] });
const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));
const matching = (id: string, text: number) => scored(id, text, {}, { text, vector: 0.1 });
const items = [matching('best', 2), matching('good', 1), matching('poor', 0.2)];

describe('the threshold', () => {
  it('drops items below a share of the best score', () => {
    const { confidence, relevant } = threshold(fused(items), 0, 0.5);
    expect(confidence).toBeCloseTo(sigmoid(2), 10);
    expect(relevant.map((item) => [item.memory.id, item.confidence])).toEqual([
      ['best', expect.closeTo(sigmoid(2) * sigmoid(2), 10)],
      ['good', expect.closeTo(sigmoid(2) * sigmoid(1), 10)],
    ]);
  });

  it('drops nothing if the best score is negative', () => {
    const logits = [
      scored('best', -1, {}, { text: 2, vector: 0.1 }),
      scored('other', -9, {}, { text: 1, vector: 0.1 }),
    ];
    expect(idsOf(threshold(fused(logits), 0, 0.4).relevant)).toEqual(['best', 'other']);
  });

  it('computes confidence from features, not from adjusted scores', () => {
    const raised = items.map((item) => ({ ...item, score: 10 * item.score }));
    expect(threshold(fused(raised), 0, 0).confidence).toBe(threshold(fused(items), 0, 0).confidence);
  });

  it('uses words without a meaning signal', () => {
    const deaf = [scored('only', 0.6, {}, { text: 0.6, words: 0.6, window: 0.6, session: 0.6 })];
    expect(threshold(fused(deaf, handSetRanker), 0.2, 0).relevant).toHaveLength(1);
  });

  it('is silent below its value, not at it, and reports the confidence', () => {
    expect(idsOf(threshold(fused(items), sigmoid(2), 0).relevant)).toEqual(['best', 'good', 'poor']);
    const silent = threshold(fused(items), sigmoid(2) + 1e-9, 0);
    expect(silent.relevant).toEqual([]);
    expect(silent.confidence).toBeCloseTo(sigmoid(2), 10);
    expect(silent.evidence.strength).toBe(2);
  });

  it('of 0 accepts everything', () => {
    expect(threshold(fused(items), 0, 0).relevant).toHaveLength(3);
  });

  it('gives confidence 0 without candidates', () => {
    expect(threshold(fused([]), 0, 0)).toEqual({
      confidence: 0,
      evidence: Object.fromEntries(EVIDENCE.map((name) => [name, 0])),
      relevant: [],
      lagging: [],
    });
  });

  it('uses the built-in weights if the ranker has no calibration, and keeps its order', () => {
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

it('without a query recall has no threshold', () => {
  const { confidence, relevant } = withoutThreshold(fused(items));
  expect(confidence).toBe(1);
  expect(relevant.map((item) => [item.memory.id, item.confidence])).toEqual([
    ['best', 1],
    ['good', 1],
    ['poor', 1],
  ]);
});

const ranked = (score: number, given: Partial<Features> = {}): ScoredFeatures => ({ score, features: features(given) });
const calibrated = (
  weights: Calibration['answer']['weights'],
  item: Partial<Calibration['item']> = {},
  bias = 0,
): Calibration => ({ answer: { bias, weights }, item: { bias: 0, score: 1, lag: 1, ...item } });

describe('the evidence of confidence', () => {
  it('is 0 without candidates', () => {
    expect(evidenceOf([])).toEqual(Object.fromEntries(EVIDENCE.map((name) => [name, 0])));
  });

  it('has the best score and the best meaning of any candidates', () => {
    const all = Array.from({ length: 25 }, (_, at) => ranked(1 - at / 100, { vector: at / 100 }));
    expect(evidenceOf(all)).toMatchObject({ strength: 1, meaning: 0.24 });
  });

  it('uses the meaning of turns, not of memories extracted from them', () => {
    const from = (...episodeIds: string[]) => ({ provenance: { episodeIds, turnIds: [] } });
    const fact = (...sources: string[]) =>
      scored('fact', 1, { type: 'semantic', ...from(...sources) }, { vector: 0.7 });
    const meaning = (...matches: ScoredMemory[]) => threshold(fused(matches), 0, 0).evidence.meaning;
    const statement = scored('turn', 1, { type: 'episodic', ...from('told') }, { vector: 0.3 });
    expect(meaning(statement, fact('told'))).toBe(0.3);
    expect(meaning(statement, fact('another'))).toBe(0.7);
    const unheard = scored('turn', 1, { type: 'episodic', ...from('told') }, { text: 1 });
    expect(meaning(unheard, fact('told'))).toBe(0.7);
    expect(meaning(statement, fact())).toBe(0.7);
  });

  it('has the words of the best three, without names', () => {
    const all = [0.1, 0.6, 0.3, 0, 0.3].map((words) => ranked(1, { words, text: 0.9 }));
    expect(evidenceOf(all).said).toBeCloseTo(0.4, 10);
  });

  it('has the share of unknown people', () => {
    expect(evidenceOf([ranked(1, { stranger: 0.5 }), ranked(0.5, { stranger: 0.5 })]).stranger).toBe(0.5);
  });

  const byNamed = { speaker: 1, words: 0.6, vector: 0.7 };
  const byOther = { speaker: -1, words: 0.1, vector: 0.5 };

  it('rises if the named speaker said it', () => {
    const { whose, said: statement } = evidenceOf([ranked(2, byNamed), ranked(1, byOther)]);
    expect(statement).toBeCloseTo(0.6, 10);
    expect(whose).toBeGreaterThan(0);
  });

  it('falls if another speaker said it', () => {
    const { whose, said: statement } = evidenceOf([
      ranked(2, { ...byNamed, speaker: -1 }),
      ranked(1, { ...byOther, speaker: 1 }),
    ]);
    expect(statement).toBeCloseTo(0.1, 10);
    expect(whose).toBeLessThan(0);
  });

  it('is weaker in a language that the embedder does not read', () => {
    const matches = [scored('only', 0.5, {}, { vector: 0.1 })];
    const of = (unread: number) => threshold({ ...fused(matches, handSetRanker), unread }, 0.2, 0);
    expect(of(0)).toMatchObject({ evidence: { unread: 0 }, relevant: [] });
    expect(of(1).relevant).toHaveLength(1);
  });

  it('uses readings, or meaning without readings', () => {
    const matches = [scored('only', 0.5, {}, { vector: 0.1 })];
    const of = (read?: number) =>
      threshold({ ...fused(matches, handSetRanker), ...(read !== undefined && { bestOdds: read }) }, 0.2, 0);
    expect([of(), of(-6), of(0)].map(({ relevant }) => relevant.length)).toEqual([0, 0, 1]);
  });

  it.each([
    ['only the one named speaks', [ranked(2, byNamed), ranked(1, { ...byNamed, words: 0.2 })]],
    ['only another speaks', [ranked(2, byOther), ranked(1, byOther)]],
    ['nobody is named', [ranked(2, { words: 0.4 }), ranked(1, { words: 0.3 })]],
  ])('is neutral if %s', (_, all) => {
    expect(evidenceOf(all)).toMatchObject({ whose: 0 });
  });

  it('is bounded on both sides', () => {
    const { whose } = evidenceOf([ranked(2, { speaker: 1, words: 1 }), ranked(0, { speaker: -1, words: 0 })]);
    expect(whose).toBeLessThanOrEqual(1.2);
  });
});

describe('the confidence in an answer', () => {
  const sure = evidenceOf([ranked(1, { vector: 0.6 })]);

  it('is the logistic of the weighted evidence', () => {
    const weights = { strength: 2, meaning: 1 };
    expect(answerConfidence(sure, calibrated(weights, {}, -2.6))).toBeCloseTo(0.5, 10);
    expect(answerConfidence(sure, calibrated(weights, {}, -1.6))).toBeCloseTo(1 / (1 + Math.exp(-1)), 10);
  });

  it('is drawn towards the default threshold, and never over it, in a language that the embedder does not read', () => {
    const slope = { answer: { bias: 0, weights: { strength: 1 }, unreadSlope: 0.5 }, item: calibrated({}).item };
    const ofStrength = (strength: number, unread: number) => answerConfidence({ ...sure, strength, unread }, slope);
    for (const strength of [-9, -2, -1, 0, 2, 9]) {
      const [read, unread] = [ofStrength(strength, 0), ofStrength(strength, 1)];
      expect(Math.abs(unread - 0.2)).toBeLessThan(Math.abs(read - 0.2));
      expect(Math.sign(unread - 0.2)).toBe(Math.sign(read - 0.2));
    }
    expect(ofStrength(9, 1)).toBeGreaterThan(ofStrength(2, 1));
  });

  it('falls with an unknown person in the query', () => {
    const strange = evidenceOf([ranked(1, { vector: 0.6, stranger: 1 })]);
    const weighed = calibrated({ strength: 1, stranger: -3 });
    expect(answerConfidence(strange, weighed)).toBeLessThan(answerConfidence(sure, weighed));
    const unweighed = calibrated({ strength: 1 });
    expect(answerConfidence(strange, unweighed)).toEqual(answerConfidence(sure, unweighed));
  });
});

describe('the confidence in an item', () => {
  it('falls with its score and its distance to the best', () => {
    const of = (score: number, best: number, item: Partial<Calibration['item']>) =>
      itemConfidence({ score }, best, 1, calibrated({}, item));
    expect(of(0, 0, {})).toBeCloseTo(0.5, 10);
    expect(of(1, 2, { lag: 0 })).toBeLessThan(of(2, 2, { lag: 0 }));
    expect(of(1, 2, { score: 0 })).toBeLessThan(of(1, 1, { score: 0 }));
    expect(itemConfidence({ score: 0 }, 0, 0.4, calibrated({}))).toBeCloseTo(0.2, 10);
  });

  it('is between 0 and 1, at most that of the answer, and never falls with the score', () => {
    const finite = fc.double({ min: -50, max: 50, noNaN: true });
    const weight = fc.double({ min: 0, max: 20, noNaN: true });
    const score = fc.double({ min: 0, max: 10, noNaN: true });
    fc.assert(
      fc.property(
        fc.record({ bias: finite, score: weight, lag: weight }),
        finite,
        fc.array(score, { minLength: 1, maxLength: 10 }),
        (item, bias, scores) => {
          const given = calibrated({ strength: 1 }, item, bias);
          const evidence = evidenceOf(scores.map((each) => ranked(each)));
          const answer = answerConfidence(evidence, given);
          expect(answer >= 0 && answer <= 1).toBe(true);
          const items = scores
            .toSorted((a, b) => a - b)
            .map((each) => itemConfidence({ score: each }, evidence.strength, answer, given));
          for (const [at, each] of items.entries()) {
            expect(each >= 0 && each <= answer).toBe(true);
            expect(each).toBeGreaterThanOrEqual((items[at - 1] ?? 0) - 1e-12);
          }
        },
      ),
    );
  });
});
