import { type Distribution, type Histogram, joined } from './histogram.ts';
import { quantile } from './quantile.ts';

/** Of so many, in milliseconds; the quantiles are as exact as the buckets are narrow. */
export interface Latency {
  readonly count: number;
  readonly meanMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

/** Of all series together; undefined before the first. */
export function latencyOf<Label extends string>(histogram: Histogram<Label>): Latency | undefined {
  const [first, ...others] = histogram.read().map(({ value }) => value);
  if (first === undefined) return undefined;
  const all = others.reduce(joined, first);
  return all.count === 0 ? undefined : latency(all, histogram.bounds);
}

export const latenciesBy = <Label extends string>(
  histogram: Histogram<Label>,
  label: Label,
): Readonly<Record<string, Latency>> =>
  Object.fromEntries(
    histogram.read().map(({ labels, value }) => [labels[label] ?? '', latency(value, histogram.bounds)]),
  );

function latency(distribution: Distribution, bounds: readonly number[]): Latency {
  const { count, sum, max } = distribution;
  return {
    count,
    meanMs: (1000 * sum) / count,
    p50Ms: 1000 * quantile(distribution, bounds, 0.5),
    p95Ms: 1000 * quantile(distribution, bounds, 0.95),
    maxMs: 1000 * max,
  };
}
