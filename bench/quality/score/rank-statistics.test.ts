import { describe, expect, it } from 'vitest';
import { auroc, averageRanks, spearman } from './rank-statistics.ts';

describe('averageRanks', () => {
  it('gives equal values the mean of their ranks', () => {
    expect(averageRanks([30, 10, 20, 10])).toEqual([4, 1.5, 3, 1.5]);
  });
});

describe('auroc', () => {
  it('is the share of pairs in the right order, with ties as half', () => {
    expect(auroc([0.9, 0.8], [0.1, 0.2])).toBe(1);
    expect(auroc([0.1], [0.9, 0.8])).toBe(0);
    expect(auroc([0.5, 0.5], [0.5])).toBe(0.5);
    expect(auroc([0.9, 0.3], [0.5, 0.1])).toBe(0.75);
  });
});

describe('spearman', () => {
  it('depends only on order', () => {
    expect(spearman([1, 2, 3], [10, 100, 1000])).toBeCloseTo(1);
    expect(spearman([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1);
  });

  it('shares ranks among ties', () => {
    // Ranks 1, 2.5, 2.5, 4 against 1, 3, 2, 4.
    expect(spearman([1, 2, 2, 3], [1, 3, 2, 4])).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5));
  });
});
