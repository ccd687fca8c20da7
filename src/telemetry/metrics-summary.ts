import {
  type Counter,
  type Distribution,
  type Histogram,
  type Labelled,
  mergeDistributions,
  quantile,
} from './instruments.ts';
import type { Metrics } from './metrics.ts';

export interface HitRate {
  readonly answered: number;
  readonly silent: number;
  /** The share of answered queries; undefined before the first one. */
  readonly hitRate: number | undefined;
}

type Counts = Readonly<Record<string, number>>;

/** The metrics as plain data. Rates and means are undefined without measurements. */
export interface MetricsSummary {
  readonly recall: HitRate & {
    readonly byMode: Readonly<Record<string, HitRate>>;
    readonly meanTokens: number | undefined;
    readonly meanTokensAnswered: number | undefined;
    readonly degradedRate: number | undefined;
    readonly latency: Latency | undefined;
    readonly stages: Readonly<Record<string, Latency>>;
  };
  readonly memories: {
    readonly created: number;
    readonly byType: Counts;
    readonly byComponent: Counts;
    readonly changes: Counts;
    readonly contradictions: number;
    readonly patterns: number;
  };
  readonly episodes: { readonly recorded: number; readonly flushed: number };
  readonly consolidation: {
    readonly runs: number;
    readonly degradedRate: number | undefined;
    readonly latency: Latency | undefined;
    readonly components: Readonly<Record<string, Latency>>;
    readonly sessionFailures: Counts;
  };
  readonly cycle: {
    readonly runs: number;
    readonly degradedRate: number | undefined;
    readonly latency: Latency | undefined;
  };
  readonly model: { readonly calls: number; readonly inputTokens: number; readonly outputTokens: number };
  /** How often each part was missing from a result, and how often each background task failed. */
  readonly missing: Counts;
  readonly failures: Counts;
  readonly operations: Readonly<Record<string, Latency & { readonly failed: number; readonly errorRate: number }>>;
}

/**
 * The rates, means and latencies of the metrics.
 * @example
 * const { recall } = metricsSummary(metrics);
 * console.log(recall.latency);
 */
export function metricsSummary(metrics: Metrics): MetricsSummary {
  const outcomes = metrics.recalls.read();
  const total = hitRateOf(outcomes);
  const asked = total.answered + total.silent;
  const tokens = only(metrics.recalledTokens).sum;
  const degraded = sumsBy(metrics.degraded, 'operation');
  const flow = sumsBy(metrics.modelTokens, 'direction');
  const consolidations = only(metrics.consolidationSeconds).count;
  const cycles = only(metrics.cycleSeconds).count;
  const failed = sumsBy(metrics.operationFailures, 'operation');
  return {
    recall: {
      ...total,
      byMode: mapped(
        Map.groupBy(outcomes, ({ labels }) => labels['mode'] ?? ''),
        hitRateOf,
      ),
      meanTokens: share(tokens, asked),
      meanTokensAnswered: share(tokens, total.answered),
      degradedRate: share(degraded['recall'] ?? 0, asked),
      latency: latencyOf(metrics.recallSeconds),
      stages: latenciesBy(metrics.stageSeconds, 'stage'),
    },
    memories: {
      created: totalOf(metrics.memoriesCreated),
      byType: sumsBy(metrics.memoriesCreated, 'type'),
      byComponent: sumsBy(metrics.memoriesCreated, 'component'),
      changes: sumsBy(metrics.memoryChanges, 'change'),
      contradictions: totalOf(metrics.contradictions),
      patterns: totalOf(metrics.patterns),
    },
    episodes: { recorded: totalOf(metrics.episodesRecorded), flushed: totalOf(metrics.episodesFlushed) },
    consolidation: {
      runs: consolidations,
      degradedRate: share(degraded['consolidate'] ?? 0, consolidations),
      latency: latencyOf(metrics.consolidationSeconds),
      components: latenciesBy(metrics.componentSeconds, 'component'),
      sessionFailures: sumsBy(metrics.sessionFailures, 'component'),
    },
    cycle: {
      runs: cycles,
      degradedRate: share(degraded['cycle'] ?? 0, cycles),
      latency: latencyOf(metrics.cycleSeconds),
    },
    model: {
      calls: totalOf(metrics.modelCalls),
      inputTokens: flow['input'] ?? 0,
      outputTokens: flow['output'] ?? 0,
    },
    missing: sumsBy(metrics.degradedParts, 'part'),
    failures: sumsBy(metrics.failures, 'part'),
    operations: Object.fromEntries(
      Object.entries(latenciesBy(metrics.operationSeconds, 'operation')).map(([operation, latency]) => {
        const failures = failed[operation] ?? 0;
        return [operation, { ...latency, failed: failures, errorRate: failures / latency.count }];
      }),
    ),
  };
}

const share = (part: number, whole: number): number | undefined => (whole === 0 ? undefined : part / whole);

function hitRateOf(outcomes: readonly Labelled<number>[]): HitRate {
  const of = (outcome: string) =>
    outcomes.reduce((sum, { labels, value }) => (labels['outcome'] === outcome ? sum + value : sum), 0);
  const [answered, silent] = [of('answered'), of('silent')];
  return { answered, silent, hitRate: share(answered, answered + silent) };
}

const totalOf = <Label extends string>(counter: Counter<Label>): number =>
  counter.read().reduce((sum, { value }) => sum + value, 0);

const sumsBy = <Label extends string>(counter: Counter<Label>, label: Label): Counts =>
  mapped(
    Map.groupBy(counter.read(), ({ labels }) => labels[label] ?? ''),
    (group) => group.reduce((sum, { value }) => sum + value, 0),
  );

const only = (histogram: Histogram): Distribution => (histogram.read()[0] as Labelled<Distribution>).value;

const mapped = <Group, Value>(groups: Map<string, Group>, of: (group: Group) => Value): Record<string, Value> =>
  Object.fromEntries([...groups].map(([key, group]) => [key, of(group)]));

/** Milliseconds over `count` measurements; quantiles are interpolated within buckets. */
export interface Latency {
  readonly count: number;
  readonly meanMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

function latencyOf<Label extends string>(histogram: Histogram<Label>): Latency | undefined {
  const [first, ...others] = histogram.read().map(({ value }) => value);
  if (first === undefined) return undefined;
  const all = others.reduce(mergeDistributions, first);
  return all.count === 0 ? undefined : latency(all, histogram.bounds);
}

const latenciesBy = <Label extends string>(
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
