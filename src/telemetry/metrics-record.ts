import { z } from 'zod';
import type { Counter } from './counter.ts';
import type { Histogram } from './histogram.ts';
import { createMetrics, type Metrics } from './metrics.ts';

const labelsSchema = z.record(z.string(), z.string());
const amountSchema = z.number().nonnegative();
const countSchema = z.int().nonnegative();

const counterSchema = z.array(z.object({ labels: labelsSchema, value: amountSchema }));
const histogramSchema = z
  .object({
    bounds: z.array(z.number()),
    series: z.array(
      z.object({
        labels: labelsSchema,
        value: z.object({ counts: z.array(countSchema), count: countSchema, sum: amountSchema, max: amountSchema }),
      }),
    ),
  })
  .refine(({ bounds, series }) => series.every(({ value }) => value.counts.length === bounds.length + 1));

/** What was counted since a moment, as plain JSON under the names that Prometheus knows. What is 0 is left out. */
export const metricsRecordSchema = z.object({
  version: z.literal(1),
  since: z.iso.datetime(),
  counters: z.record(z.string(), counterSchema),
  histograms: z.record(z.string(), histogramSchema),
});
export type MetricsRecord = z.infer<typeof metricsRecordSchema>;

export function recordOf(metrics: Metrics, since: string): MetricsRecord {
  const record: MetricsRecord = { version: 1, since, counters: {}, histograms: {} };
  for (const metric of instrumentsOf(metrics))
    if (metric.kind === 'counter') {
      const series = metric.read().filter(({ value }) => value > 0);
      if (series.length > 0) record.counters[metric.name] = series;
    } else {
      const series = metric
        .read()
        .filter(({ value }) => value.count > 0)
        .map(({ labels, value }) => ({ labels, value: { ...value, counts: [...value.counts] } }));
      if (series.length > 0) record.histograms[metric.name] = { bounds: [...metric.bounds], series };
    }
  return record;
}

export const isEmpty = ({ counters, histograms }: MetricsRecord): boolean =>
  Object.keys(counters).length + Object.keys(histograms).length === 0;

/** Adds what was counted elsewhere. What these metrics do not know, or know by other labels or bounds, is left out. */
export function absorb(metrics: Metrics, { counters, histograms }: MetricsRecord): void {
  for (const metric of instrumentsOf(metrics))
    if (metric.kind === 'counter') {
      for (const { labels, value } of counters[metric.name] ?? [])
        if (areLabelsOf(metric, labels)) metric.add(labels, value);
    } else {
      const { bounds = [], series = [] } = histograms[metric.name] ?? {};
      for (const { labels, value } of series)
        if (areBoundsOf(metric, bounds) && areLabelsOf(metric, labels)) metric.absorb(labels, value);
    }
}

/** What all of them counted. */
export function metricsOf(records: readonly MetricsRecord[]): Metrics {
  const metrics = createMetrics();
  for (const record of records) absorb(metrics, record);
  return metrics;
}

type Instrument = Counter<string> | Histogram<string>;

const instrumentsOf = (metrics: Metrics) => Object.values(metrics) as Instrument[];

/** In any order: a database may have put them into its own. */
const areLabelsOf = ({ labels: known }: Instrument, labels: Readonly<Record<string, string>>): boolean =>
  Object.keys(labels).length === known.length && known.every((label) => Object.hasOwn(labels, label));

const areBoundsOf = ({ bounds: known }: Histogram<string>, bounds: readonly number[]): boolean =>
  bounds.length === known.length && bounds.every((bound, at) => bound === known[at]);
