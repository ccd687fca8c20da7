import { describe, expect, it } from 'vitest';
import { memory } from '../../test/conformance/store/samples.ts';
import type { Memory } from './memory.ts';
import { frequencyScore, recencyScore, salienceOf, salienceSum, salienceWeightsSchema } from './salience.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const weights = salienceWeightsSchema.parse({});
const parts = (fields: Partial<Memory>, cosine?: number) => salienceOf(memory('m', fields), NOW, weights, cosine);

describe('recency', () => {
  it('halves with every half-life, and is never above 1', () => {
    expect([0, 7, 14].map((days) => recencyScore(daysAgo(days), NOW, 7))).toEqual([1, 0.5, 0.25]);
    expect(recencyScore(daysAgo(-3), NOW, 7)).toBe(1);
  });

  it('counts from the last access, else from when it was learnt', () => {
    expect(parts({ createdAt: daysAgo(14), lastAccessedAt: daysAgo(7) }).recency).toBeCloseTo(0.25 * 0.5);
    expect(parts({ createdAt: daysAgo(14) }).recency).toBeCloseTo(0.25 * 0.25);
  });
});

describe('frequency', () => {
  it('grows ever more slowly, from none to a hundred', () => {
    expect(frequencyScore(0)).toBe(0);
    expect(frequencyScore(9)).toBeCloseTo(0.5);
    expect(frequencyScore(99)).toBeCloseTo(1);
    expect(frequencyScore(1_000_000)).toBe(1);
  });
});

describe('importance', () => {
  it('is how sure the memory is by now, whatever salience is stored', () => {
    expect(parts({ confidence: 0.4, importance: 0.1, salience: 1 }).importance).toBeCloseTo(0.25 * 0.4);
  });
});

describe('relevance', () => {
  it('is the cosine to the query, or the middle without one', () => {
    expect(parts({}, 0.8).relevance).toBeCloseTo(0.3 * 0.8);
    expect(parts({}, -0.2).relevance).toBe(0);
    expect(parts({}).relevance).toBeCloseTo(0.3 * 0.5);
  });
});

it('weighs as it is told to, and adds up', () => {
  const only = { recency: 0, frequency: 2, importance: 0, relevance: 1, halfLifeDays: 7 };
  const salience = salienceOf(memory('m', { accessCount: 99 }), NOW, only, 0.5);
  expect(salience).toEqual({ recency: 0, frequency: expect.closeTo(2), importance: 0, relevance: 0.5 });
  expect(salienceSum(salience)).toBeCloseTo(2.5);
});
