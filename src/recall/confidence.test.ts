import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { features } from '../../test/support/candidates.ts';
import type { Calibration } from '../contracts/reranker.ts';
import { answerConfidence, EVIDENCE, evidenceOf, itemConfidence, type Ranked } from './confidence.ts';
import type { Features } from './features.ts';

const ranked = (score: number, given: Partial<Features> = {}): Ranked => ({ score, features: features(given) });
const calibration = (
  weights: Calibration['answer']['weights'],
  item: Partial<Calibration['item']> = {},
  bias = 0,
): Calibration => ({ answer: { bias, weights }, item: { bias: 0, score: 1, lag: 1, ...item } });

describe('evidence', () => {
  it('is nothing where there are no candidates', () => {
    expect(evidenceOf([])).toEqual(Object.fromEntries(EVIDENCE.map((name) => [name, 0])));
  });

  it('is the best score and the best meaning, whoever has them', () => {
    const all = Array.from({ length: 25 }, (_, at) => ranked(1 - at / 100, { vector: at / 100 }));
    expect(evidenceOf(all)).toMatchObject({ strength: 1, meaning: 0.24 });
  });

  it('is what the best three say, names left out', () => {
    const all = [0.1, 0.6, 0.3, 0, 0.3].map((words) => ranked(1, { words, text: 0.9 }));
    expect(evidenceOf(all).said).toBeCloseTo(0.4, 10);
  });

  it('is the share of strangers', () => {
    expect(evidenceOf([ranked(1, { stranger: 0.5 }), ranked(0.5, { stranger: 0.5 })]).stranger).toBe(0.5);
  });

  const byNamed = { speaker: 1, words: 0.6, vector: 0.7 };
  const byOther = { speaker: -1, words: 0.1, vector: 0.5 };

  it('speaks for the answer where the one named said it', () => {
    const { whose, voice, lead, said } = evidenceOf([ranked(2, byNamed), ranked(1, byOther)]);
    expect(said).toBeCloseTo(0.6, 10);
    expect(whose).toBeGreaterThan(0);
    expect(voice).toBeGreaterThan(0);
    expect(lead).toBeCloseTo(1, 10);
  });

  it('speaks against it where another said it', () => {
    const { whose, voice, lead, said } = evidenceOf([
      ranked(2, { ...byNamed, speaker: -1 }),
      ranked(1, { ...byOther, speaker: 1 }),
    ]);
    expect(said).toBeCloseTo(0.1, 10);
    expect(whose).toBeLessThan(0);
    expect(voice).toBeLessThan(0);
    expect(lead).toBeCloseTo(-1, 10);
  });

  it('hears meaning as well as words', () => {
    const alike = { words: 0.3 };
    const { whose, voice } = evidenceOf([
      ranked(1, { ...alike, speaker: 1, vector: 0.7 }),
      ranked(1, { ...alike, speaker: -1, vector: 0.5 }),
    ]);
    expect(whose).toBe(0);
    expect(voice).toBeCloseTo(0.2, 10);
  });

  it.each([
    ['only the one named speaks', [ranked(2, byNamed), ranked(1, { ...byNamed, words: 0.2 })]],
    ['only another speaks', [ranked(2, byOther), ranked(1, byOther)]],
    ['nobody is named', [ranked(2, { words: 0.4 }), ranked(1, { words: 0.3 })]],
  ])('has no side to take where %s', (_, all) => {
    expect(evidenceOf(all)).toMatchObject({ whose: 0, voice: 0, lead: 0 });
  });

  it('lets no side run away with it', () => {
    const { whose, voice } = evidenceOf([
      ranked(2, { speaker: 1, words: 1, vector: 1 }),
      ranked(0, { speaker: -1, words: 0, vector: 0 }),
    ]);
    expect(whose).toBeLessThanOrEqual(1.2);
    expect(voice).toBeLessThanOrEqual(0.4);
  });
});

describe('the confidence in an answer', () => {
  const sure = evidenceOf([ranked(1, { vector: 0.6 })]);

  it('is the logistic of the weighted evidence', () => {
    const weights = { strength: 2, meaning: 1 };
    expect(answerConfidence(sure, calibration(weights, {}, -2.6))).toBeCloseTo(0.5, 10);
    expect(answerConfidence(sure, calibration(weights, {}, -1.6))).toBeCloseTo(1 / (1 + Math.exp(-1)), 10);
  });

  it('falls with a stranger in the query where that weighs against it', () => {
    const strange = evidenceOf([ranked(1, { vector: 0.6, stranger: 1 })]);
    const weighed = calibration({ strength: 1, stranger: -3 });
    expect(answerConfidence(strange, weighed)).toBeLessThan(answerConfidence(sure, weighed));
    const unweighed = calibration({ strength: 1 });
    expect(answerConfidence(strange, unweighed)).toEqual(answerConfidence(sure, unweighed));
  });
});

describe('the confidence in an item', () => {
  it('falls with its own score and with what it lacks to the best', () => {
    const of = (score: number, best: number, item: Partial<Calibration['item']>) =>
      itemConfidence(score, best, 1, calibration({}, item));
    expect(of(0, 0, {})).toBeCloseTo(0.5, 10);
    expect(of(1, 2, { lag: 0 })).toBeLessThan(of(2, 2, { lag: 0 }));
    expect(of(1, 2, { score: 0 })).toBeLessThan(of(1, 1, { score: 0 }));
    expect(itemConfidence(0, 0, 0.4, calibration({}))).toBeCloseTo(0.2, 10);
  });

  it('is between 0 and 1, never above the answer’s, and never falls with the score', () => {
    const finite = fc.double({ min: -50, max: 50, noNaN: true });
    const weight = fc.double({ min: 0, max: 20, noNaN: true });
    const score = fc.double({ min: 0, max: 10, noNaN: true });
    fc.assert(
      fc.property(
        fc.record({ bias: finite, score: weight, lag: weight }),
        finite,
        fc.array(score, { minLength: 1, maxLength: 10 }),
        (item, bias, scores) => {
          const given = calibration({ strength: 1 }, item, bias);
          const evidence = evidenceOf(scores.map((each) => ranked(each)));
          const answer = answerConfidence(evidence, given);
          expect(answer >= 0 && answer <= 1).toBe(true);
          const items = scores
            .toSorted((a, b) => a - b)
            .map((each) => itemConfidence(each, evidence.strength, answer, given));
          for (const [at, each] of items.entries()) {
            expect(each >= 0 && each <= answer).toBe(true);
            expect(each).toBeGreaterThanOrEqual((items[at - 1] ?? 0) - 1e-12);
          }
        },
      ),
    );
  });
});
