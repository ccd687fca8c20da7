import { describe, expect, it } from 'vitest';
import { weightedMean, windows } from './souvenir-embedder.ts';

describe('windows', () => {
  it.each([
    [0, []],
    [1, [1]],
    [3, [3]],
    [4, [3, 1]],
    [6, [3, 3]],
  ])('cuts %d ids into windows of at most three', (count, lengths) => {
    const ids = Array.from({ length: count }, (_, i) => i);
    const cut = [...windows(ids, 3)];
    expect(cut.map((window) => window.length)).toEqual(lengths);
    expect(cut.flat()).toEqual(ids);
  });
});

describe('weightedMean', () => {
  it('counts a vector by its length, and has unit length', () => {
    const mean = weightedMean([Float32Array.of(1, 0), Float32Array.of(0, 1)], [3, 4]);
    expect([...(mean ?? [])]).toEqual([expect.closeTo(0.6), expect.closeTo(0.8)]);
  });
});
