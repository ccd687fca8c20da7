import { describe, expect, it } from 'vitest';
import { anyAt, meanReciprocalRank, rankMetrics, rankUnits } from './rankings.ts';

describe('rankUnits', () => {
  it('takes at most three distinct units of an item, in order', () => {
    expect(rankUnits([['a', 'a', 'b', 'c', 'd'], ['e']], 10)).toEqual(['a', 'b', 'c', 'e']);
  });

  it('skips units already seen and stops at k distinct ones', () => {
    expect(rankUnits([['a'], ['a', 'b'], ['c'], ['d']], 3)).toEqual(['a', 'b', 'c']);
    expect(rankUnits([[], ['a']], 3)).toEqual(['a']);
  });
});

describe('rank metrics', () => {
  const rankings = [
    { ranked: ['x', 'a', 'b'], gold: ['a', 'b'] },
    { ranked: ['x', 'y', 'a'], gold: ['a', 'b'] },
    { ranked: [], gold: ['a'] },
    { ranked: ['a'], gold: ['a'] },
  ];

  it('are percent over all questions', () => {
    expect(rankMetrics(rankings, 10)).toEqual({
      'frac@10': 62.5,
      'any@10': 75,
      'all@10': 50,
      mrr: expect.closeTo((100 * (1 / 2 + 1 / 3 + 1)) / 4),
    });
  });

  it('ignore results beyond k', () => {
    expect(rankMetrics(rankings, 2)).toMatchObject({ 'frac@2': 37.5, 'any@2': 50, 'all@2': 25 });
    expect(anyAt(rankings, 1)).toBe(25);
    expect(meanReciprocalRank(rankings, 2)).toBe(37.5);
  });
});
