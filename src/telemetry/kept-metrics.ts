import type { Clock } from '../contracts/clock.ts';
import type { Store } from '../contracts/store.ts';
import { EVERYONE, type Owner, SHARED_PREFIX } from '../model/scope.ts';
import type { Events } from './events.ts';
import { measure } from './measure.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { absorb, isEmpty, type MetricsRecord, metricsOf, metricsRecordSchema, recordOf } from './metrics-record.ts';
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

  constructor(store: Store, events: Events, clock: Clock, tenantId: string) {
    this.#store = store;
    this.#events = events;
    this.#clock = clock;
    this.#home = { tenantId, userId: EVERYONE, agentId: `${SHARED_PREFIX}.metrics` };
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
