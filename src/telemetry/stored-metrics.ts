import { z } from 'zod';
import type { Clock } from '../contracts/clock.ts';
import type { Note, Store } from '../contracts/store.ts';
import { DEFAULT_OWNER, EVERYONE, type Owner, SHARED_PREFIX } from '../model/scope.ts';
import { retryRaces } from '../retry-races.ts';
import type { Events } from './events.ts';
import type { Counter, Histogram } from './instruments.ts';
import { measure } from './measure.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type MetricsSummary, metricsSummary } from './metrics-summary.ts';

/** The metrics of a memory since a moment, over all processes. */
export interface Activity extends MetricsSummary {
  readonly since: Date;
}

interface Counting {
  readonly since: string;
  readonly metrics: Metrics;
  stop(): void;
}

const NOTE = 'metrics';

/** An owner apart from users: metrics are counts of use, not memories. */
export const METRICS_OWNER: Owner = { ...DEFAULT_OWNER, userId: EVERYONE, agentId: `${SHARED_PREFIX}.metrics` };

/** Metrics in the store across processes: each process adds its counts to one note, and retries after a conflict. */
export class StoredMetrics {
  readonly #store: Store;
  readonly #events: Events;
  readonly #clock: Clock;
  #counting: Counting;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store, events: Events, clock: Clock) {
    this.#store = store;
    this.#events = events;
    this.#clock = clock;
    this.#counting = this.#begin();
  }

  /** Adds the counts since the last call to the stored ones. If that fails, `metricsFailed` is emitted and they stay for the next call. */
  save(): Promise<void> {
    return this.#inTurn(async () => {
      const counted = this.#counted();
      if (isEmpty(counted) || this.#store.isReadOnly) return;
      this.#restart();
      try {
        await this.#add(counted);
      } catch (error) {
        this.#restore(counted);
        this.#events.emit('metricsFailed', { error });
      }
    });
  }

  /** The stored counts plus those of this process that are not stored yet; undefined without any. */
  activity(): Promise<Activity | undefined> {
    return this.#inTurn(async () => {
      const records = [...recordsIn(await this.#store.noteOf(METRICS_OWNER, NOTE)), this.#counted()].filter(
        (record) => !isEmpty(record),
      );
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

  #restart(): void {
    this.#counting.stop();
    this.#counting = this.#begin();
  }

  #restore(counted: MetricsRecord): void {
    absorb(this.#counting.metrics, counted);
    this.#counting = { ...this.#counting, since: counted.since };
  }

  #add(counted: MetricsRecord): Promise<void> {
    return retryRaces(async () => {
      const was = await this.#store.noteOf(METRICS_OWNER, NOTE);
      const records = [...recordsIn(was), counted];
      const value = recordOf(metricsOf(records), earliest(records));
      await this.#store.write(METRICS_OWNER, { notes: [{ name: NOTE, value, was }] });
    });
  }

  /** Runs calls one after another: counts that are being saved are in neither sum. */
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

/** Counts since a moment, as JSON under their Prometheus names, without zeros. */
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

/** Adds a record to metrics. Unknown names and other labels or bounds, as of another version, are left out. */
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

export function metricsOf(records: readonly MetricsRecord[]): Metrics {
  const metrics = createMetrics();
  for (const record of records) absorb(metrics, record);
  return metrics;
}

type Instrument = Counter<string> | Histogram<string>;

const instrumentsOf = (metrics: Metrics) => Object.values(metrics) as Instrument[];

/** In any order, since a database may reorder keys. */
const areLabelsOf = ({ labels: known }: Instrument, labels: Readonly<Record<string, string>>): boolean =>
  Object.keys(labels).length === known.length && known.every((label) => Object.hasOwn(labels, label));

const areBoundsOf = ({ bounds: known }: Histogram<string>, bounds: readonly number[]): boolean =>
  bounds.length === known.length && bounds.every((bound, at) => bound === known[at]);

function recordsIn(note: Note | undefined): MetricsRecord[] {
  const { data } = metricsRecordSchema.safeParse(note);
  return data === undefined ? [] : [data];
}
