import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memory } from '../../test/conformance/store/samples.ts';
import type { Memory } from './memory.ts';
import {
  frequencyScore,
  recencyScore,
  type SalienceWeights,
  salienceOf,
  salienceSum,
  salienceWeightsSchema,
} from './salience.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const weights = salienceWeightsSchema.parse({});
const parts = (fields: Partial<Memory>, cosine?: number) => salienceOf(memory('m', fields), NOW, weights, cosine);

describe('recency', () => {
  it('halves with every half-life, and is never above 1', () => {
    expect([0, 7, 14].map((days) => recencyScore(daysAgo(days), NOW, 7))).toEqual([1, 0.5, 0.25]);
    expect(recencyScore(daysAgo(-3), NOW, 7)).toBe(1);
  });

  it('counts from the last access, else from creation', () => {
    expect(parts({ createdAt: daysAgo(14), lastAccessedAt: daysAgo(7) }).recency).toBeCloseTo(0.25 * 0.5);
    expect(parts({ createdAt: daysAgo(14) }).recency).toBeCloseTo(0.25 * 0.25);
  });
});

describe('frequency', () => {
  it('grows ever more slowly up to a hundred', () => {
    expect(frequencyScore(0, 100)).toBe(0);
    expect(frequencyScore(9, 100)).toBeCloseTo(0.5);
    expect(frequencyScore(99, 100)).toBeCloseTo(1);
    expect(frequencyScore(1_000_000, 100)).toBe(1);
  });
});

describe('importance', () => {
  it('is weighted by the current confidence', () => {
    expect(parts({ confidence: 0.4, importance: 0.5, salience: 1 }).importance).toBeCloseTo(0.25 * 0.4 * 0.5);
    const [high, low] = [parts({ importance: 0.9 }), parts({ importance: 0.2 })].map(salienceSum);
    expect(high).toBeGreaterThan(low ?? 1);
  });
});

describe('relevance', () => {
  it('is the cosine to the query, or 0.5 without a query', () => {
    expect(parts({}, 0.8).relevance).toBeCloseTo(0.3 * 0.8);
    expect(parts({}, -0.2).relevance).toBe(0);
    expect(parts({}).relevance).toBeCloseTo(0.3 * 0.5);
  });
});

it('salience is the weighted mean of its factors', () => {
  const only = salienceWeightsSchema.parse({ recency: 0, frequency: 2, importance: 0, relevance: 1 });
  const salience = salienceOf(memory('m', { accessCount: 99 }), NOW, only, 0.5);
  expect(salience).toEqual({
    recency: 0,
    frequency: expect.closeTo(2 / 3),
    importance: 0,
    relevance: expect.closeTo(1 / 6),
  });
  expect(salienceSum(salience)).toBeCloseTo(5 / 6);
  expect(() => salienceWeightsSchema.parse({ recency: 0, frequency: 0, importance: 0, relevance: 0 })).toThrow(
    /all be 0/,
  );
});

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const share = fc.double({ min: 0, max: 5, noNaN: true });
const anyWeights = fc
  .record({
    recency: share,
    frequency: share,
    importance: share,
    relevance: share,
    halfLifeDays: fc.constantFrom(1, 7, 90),
  })
  .filter(({ recency, frequency, importance, relevance }) => recency + frequency + importance + relevance > 0)
  .map((given) => salienceWeightsSchema.parse(given));
const anyMemory = fc.record({ days: fc.double({ min: 0, max: 900, noNaN: true }), accesses: fc.nat(500), sure: unit });
const measured = (
  { days, accesses, sure }: { days: number; accesses: number; sure: number },
  weights: SalienceWeights,
  cosine: number,
) =>
  salienceSum(
    salienceOf(
      memory('m', { lastAccessedAt: daysAgo(days), accessCount: accesses, confidence: sure }),
      NOW,
      weights,
      cosine,
    ),
  );

it('salience is between 0 and 1 and never falls if a factor rises', () => {
  const property = fc.property(anyMemory, anyMemory, unit, unit, anyWeights, (one, other, near, nearer, weights) => {
    const low = {
      days: Math.max(one.days, other.days),
      accesses: Math.min(one.accesses, other.accesses),
      sure: Math.min(one.sure, other.sure),
    };
    const least = measured(low, weights, Math.min(near, nearer));
    expect(least).toBeGreaterThanOrEqual(0);
    const raised = [
      measured({ ...low, days: Math.min(one.days, other.days) }, weights, Math.min(near, nearer)),
      measured({ ...low, accesses: Math.max(one.accesses, other.accesses) }, weights, Math.min(near, nearer)),
      measured({ ...low, sure: Math.max(one.sure, other.sure) }, weights, Math.min(near, nearer)),
      measured(low, weights, Math.max(near, nearer)),
    ];
    for (const more of raised) {
      expect(more).toBeGreaterThanOrEqual(least);
      expect(more).toBeLessThanOrEqual(1);
    }
  });
  fc.assert(property);
});
