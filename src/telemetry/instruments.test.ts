import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Counter, Histogram, MAX_LABEL_VALUES, quantile } from './instruments.ts';

const BOUNDS = [0, 1, 2, 5, 10, 50];

describe('metric labels', () => {
  it('have a limited number of values, without losing counts', () => {
    const counter = new Counter('seen_total', 'Seen.', ['kind', 'size']);
    for (let at = 0; at < 1000; at++) counter.add({ kind: `kind ${at}`, size: 'small' });
    counter.add({ kind: 'kind 0', size: 'small' });
    const read = counter.read();
    expect(read).toHaveLength(MAX_LABEL_VALUES + 1);
    expect(read[0]).toEqual({ labels: { kind: 'kind 0', size: 'small' }, value: 2 });
    expect(read.at(-1)).toEqual({ labels: { kind: 'other', size: 'small' }, value: 1000 - MAX_LABEL_VALUES });
  });
});

describe('an invalid number', () => {
  it.each([NaN, Infinity, -Infinity, -1])('such as %s changes neither a total nor a sum', (bad) => {
    const counter = new Counter('seen_total', 'Seen.');
    const histogram = new Histogram('seconds', 'Took.', BOUNDS);
    counter.add({}, 2);
    counter.add({}, bad);
    histogram.observe({}, 2);
    histogram.observe({}, bad);
    expect(counter.read()).toEqual([{ labels: {}, value: 2 }]);
    expect(histogram.read()).toEqual([
      { labels: {}, value: { counts: [0, 0, 1, 0, 0, 0, 0], count: 1, sum: 2, max: 2 } },
    ]);
  });
});

describe('a quantile', () => {
  it('is in the bucket of the true value and never above the maximum', () => {
    const values = fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(values, fc.constantFrom(0.01, 0.5, 0.95, 1), (all, share) => {
        const histogram = new Histogram('seconds', 'Took.', BOUNDS);
        for (const value of all) histogram.observe({}, value);
        const [series] = histogram.read();
        const reported = quantile(series?.value ?? expect.fail('nothing'), BOUNDS, share);
        const sorted = all.toSorted((a, b) => a - b);
        const truth = sorted[Math.ceil(share * all.length) - 1] ?? NaN;
        const at = BOUNDS.findIndex((bound) => truth <= bound);
        const greatest = Math.max(...all);
        expect(reported).toBeLessThanOrEqual(Math.min(at < 0 ? greatest : (BOUNDS[at] ?? NaN), greatest));
        expect(reported).toBeGreaterThanOrEqual((at < 0 ? BOUNDS.at(-1) : BOUNDS[at - 1]) ?? 0);
      }),
    );
  });

  it('is interpolated within its bucket', () => {
    const histogram = new Histogram('seconds', 'Took.', [10, 20]);
    for (const value of [11, 12, 13, 20]) histogram.observe({}, value);
    const [series] = histogram.read();
    expect(quantile(series?.value ?? expect.fail('nothing'), [10, 20], 0.5)).toBe(15);
  });
});
