import type { Distribution } from './histogram.ts';

/** Below which value this share of all lie, as if those of a bucket were spread evenly over it; never above the greatest seen. */
export function quantile({ counts, count, max }: Distribution, bounds: readonly number[], share: number): number {
  const rank = share * count;
  let below = 0;
  for (const [at, held] of counts.entries()) {
    if (held > 0 && below + held >= rank) {
      const from = bounds[at - 1] ?? 0;
      const to = Math.min(bounds[at] ?? max, max);
      return from + (to - from) * ((rank - below) / held);
    }
    below += held;
  }
  return max;
}
