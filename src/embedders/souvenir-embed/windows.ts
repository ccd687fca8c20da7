import { unitLength } from '../unit-length.ts';

/** Cuts ids into runs of `size`; the last may be shorter, and none is empty. */
export function* windows(ids: Iterable<number>, size: number): Generator<number[]> {
  let window: number[] = [];
  for (const id of ids) {
    if (window.length === size) {
      yield window;
      window = [];
    }
    window.push(id);
  }
  if (window.length > 0) yield window;
}

/** The mean of unit vectors, each counting by its length in tokens, scaled to unit length. */
export function weightedMean(vectors: readonly Float32Array[], lengths: readonly number[]): Float32Array | undefined {
  const sums = new Float64Array(vectors[0]?.length ?? 0);
  for (const [n, vector] of vectors.entries()) {
    const weight = lengths[n] ?? 0;
    for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) + weight * (vector[i] as number);
  }
  return unitLength(sums);
}
