import { expect, it } from 'vitest';
import type { Outcome } from './outcome.ts';
import { silenceOf } from './silence.ts';

const asked = (confidence: number, first: 'right' | 'outdated' | 'wrong', fields = {}): Outcome => ({
  ...{ group: 'a', scores: {} },
  answer: { confidence, first, isSilent: false, holds: first === 'right', ...fields },
});
const none = { unanswerable: 'unanswerable', holds: false };
const OUTCOMES = [
  asked(0.95, 'right'),
  asked(0.95, 'outdated', { holds: true }),
  asked(0.55, 'wrong'),
  asked(0.15, 'right'),
  asked(0.85, 'wrong', none),
  asked(0.05, 'wrong', none),
  asked(0.99, 'wrong', { ...none, unanswerable: 'other' }),
];

it('a threshold trades answers that are withheld against wrong ones', () => {
  const { curve = [], unanswerable } = silenceOf(OUTCOMES) ?? {};
  expect(unanswerable).toBeCloseTo(2 / 6);
  expect(curve[0]).toEqual({
    ...{ threshold: 0, coverage: 1, wrongFirst: 1 / 2, outdatedFirst: 1 / 4, falseAnswers: 1, error: 1 / 2 },
    answered: 6,
  });
  expect(curve.find(({ threshold }) => threshold === 0.2)).toMatchObject({
    ...{ coverage: 3 / 4, wrongFirst: 2 / 3, falseAnswers: 1 / 2, error: 1 / 2, answered: 4 },
  });
  expect(curve.find(({ threshold }) => threshold === 0.9)).toMatchObject({ falseAnswers: 0, error: 0, answered: 2 });
  expect(curve.at(-1)).toMatchObject({ threshold: 0.99, answered: 0, error: 0 });
});

it('reliability compares confidence with the share of answers that hold what was asked', () => {
  const { bins = [], expectedError } = silenceOf(OUTCOMES)?.reliability ?? {};
  expect(bins.map(({ n }) => n)).toEqual([1, 1, 1, 1, 2]);
  expect(bins.at(-1)).toEqual({ confidence: expect.closeTo(0.95), holds: 1, n: 2 });
  expect(expectedError).toBeCloseTo((0.05 + 0.85 + 0.55 + 0.85 + 2 * 0.05) / 6);
});

it('nothing is said of silence where no answer is known', () => {
  expect(silenceOf([{ group: 'a', scores: { hit: 1 } }])).toBeUndefined();
});
