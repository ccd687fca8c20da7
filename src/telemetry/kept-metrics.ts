import { z } from 'zod';
import type { Clock } from '../contracts/clock.ts';
import type { Store } from '../contracts/store.ts';
import { DEFAULT_OWNER, EVERYONE, type Owner, SHARED_PREFIX } from '../model/scope.ts';
import type { Events } from './events.ts';
import type { Counter, Histogram } from './instruments.ts';
import { measure } from './measure.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type MetricsSummary, metricsSummary } from './metrics-summary.ts';

/** What a memory did since a moment, whichever process it ran in. */
export interface Activity extends MetricsSummary {
  readonly since: Date;
}

interface Counting {
  readonly since: string;
  readonly metrics: Metrics;
  stop(): void;
}

const NOTE = 'metrics';

/**
 * Numbers that outlive their process: each adds what it counted to one note in the store. Two that add at the same moment can
 * lose what one of them added.
 */
export class KeptMetrics {
  readonly #store: Store;
  readonly #events: Events;
  readonly #clock: Clock;
  readonly #home: Owner;
  #counting: Counting;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store, events: Events, clock: Clock) {
    this.#store = store;
    this.#events = events;
    this.#clock = clock;
    this.#home = { ...DEFAULT_OWNER, userId: EVERYONE, agentId: `${SHARED_PREFIX}.metrics` };
    this.#counting = this.#begin();
  }

  /** Adds what was counted since the last time to what is kept. A failure is told, and what was counted stays for the next time. */
  keep(): Promise<void> {
    return this.#inTurn(async () => {
      const counted = this.#counted();
      if (isEmpty(counted)) return;
      this.#beginAnew();
      try {
        const records = [...(await this.#kept()), counted];
        const value = recordOf(metricsOf(records), earliest(records));
        await this.#store.write(this.#home, { notes: [{ name: NOTE, value }] });
      } catch (error) {
        this.#giveBack(counted);
        this.#events.emit('metricsFailed', { error });
      }
    });
  }

  /** What is kept, and what this process has yet to keep; undefined before anything was counted. */
  activity(): Promise<Activity | undefined> {
    return this.#inTurn(async () => {
      const records = [...(await this.#kept()), this.#counted()].filter((record) => !isEmpty(record));
      return records.length === 0
        ? undefined
        : { since: new Date(earliest(records)), ...metricsSummary(metricsOf(records)) };
    });
  }

  #counted(): MetricsRecord {
    return recordOf(this.#counting.metrics, this.#counting.since);
  }

  #begin(): Counting {
    const metrics = createMetrics();
    return { since: this.#clock.now().toISOString(), metrics, stop: measure(this.#events, metrics) };
  }

  #beginAnew(): void {
    this.#counting.stop();
    this.#counting = this.#begin();
  }

  #giveBack(counted: MetricsRecord): void {
    absorb(this.#counting.metrics, counted);
    this.#counting = { ...this.#counting, since: counted.since };
  }

  /** At most one; what cannot be read is as good as none. */
  async #kept(): Promise<MetricsRecord[]> {
    const { data } = metricsRecordSchema.safeParse(await this.#store.noteOf(this.#home, NOTE));
    return data === undefined ? [] : [data];
  }

  /** One after another: what is being kept is neither here nor there. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = this.#last.then(work);
    this.#last = run.catch(() => {});
    return run;
  }
}

const earliest = (records: readonly MetricsRecord[]): string => records.map(({ since }) => since).sort()[0] as string;

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
function absorb(metrics: Metrics, { counters, histograms }: MetricsRecord): void {
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
