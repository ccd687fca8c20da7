import { describe, expect, it } from 'vitest';
import { intervalsOf, metricsOf, type Outcome } from './outcome.ts';

const outcome = (group: string, scores: Outcome['scores'], answer?: Partial<Outcome['answer']>): Outcome => ({
  ...{ group, scores },
  ...(answer && { answer: { confidence: 0.5, isSilent: false, first: 'right', holds: true, ...answer } }),
});

describe('metrics', () => {
  it('are the mean of the outcomes that have them, in percent, or a ratio of sums', () => {
    const outcomes = [
      outcome('a', { hit: 1, lines: [1, 4] }),
      outcome('b', { hit: 0 }),
      outcome('c', { lines: [2, 2] }),
    ];
    expect(metricsOf(outcomes)).toEqual({ hit: 50, lines: 50 });
    expect(metricsOf([outcome('a', { lines: [0, 0] })])).toEqual({});
  });

  it('name sections, and count silence and the area under the curve for each reason without an answer', () => {
    const outcomes = [
      outcome('a', {}, { confidence: 0.9 }),
      outcome('a', {}, { confidence: 0.5, isSilent: true }),
      outcome('a', {}, { confidence: 0.7, unanswerable: 'unanswerable' }),
      outcome('a', {}, { confidence: 0.1, unanswerable: 'other', isSilent: true }),
      { ...outcome('a', { hit: 1 }, { confidence: 0.2 }), section: 'cross' },
    ];
    expect(metricsOf(outcomes)).toEqual({
      ...{ 'silent.answerable': 50, 'silent.unanswerable': 0, 'silent.other': 100, auroc: 0.5, 'auroc.other': 1 },
      ...{ 'cross.hit': 100, 'cross.silent.answerable': 0 },
    });
  });
});

describe('intervals', () => {
  const many = Array.from({ length: 200 }, (_, at) => outcome(`chat ${at % 10}`, { hit: at % 4 === 0 ? 1 : 0 }));

  it('contain the value and are the same in every run', () => {
    const { hit } = intervalsOf(many);
    expect(hit?.low).toBeLessThan(25);
    expect(hit?.high).toBeGreaterThan(25);
    expect(intervalsOf(many)).toEqual({ hit });
  });

  it('are wider where the questions of a chat go together, since chats are resampled as a whole', () => {
    const together = many.map((each, at) => outcome(each.group, { hit: at % 10 < 5 ? 1 : 0 }));
    const apart = many.map((_, at) => outcome(`chat ${at}`, { hit: at % 10 < 5 ? 1 : 0 }));
    const width = (outcomes: readonly Outcome[]) => {
      const { low = 0, high = 0 } = intervalsOf(outcomes)['hit'] ?? {};
      return high - low;
    };
    expect(width(together)).toBeGreaterThan(3 * width(apart));
  });

  it('resample questions where there are too few chats', () => {
    const one = many.map(({ scores }) => outcome('only', scores));
    const { hit } = intervalsOf(one);
    expect(hit?.low).toBeGreaterThan(15);
    expect(hit?.low).toBeLessThan(hit?.high ?? 0);
  });
});
