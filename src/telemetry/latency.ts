import type { Distribution, Histogram } from './histogram.ts';
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
  const all = joined(histogram.read().map(({ value }) => value));
  return all === undefined || all.count === 0 ? undefined : latency(all, histogram.bounds);
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

/** Several of the same bounds as one. */
const joined = (all: readonly Distribution[]): Distribution | undefined =>
  all.length === 0
    ? undefined
    : all.reduce((one, other) => ({
        counts: one.counts.map((held, at) => held + (other.counts[at] ?? 0)),
        count: one.count + other.count,
        sum: one.sum + other.sum,
        max: Math.max(one.max, other.max),
      }));
