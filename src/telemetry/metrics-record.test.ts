import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMetrics, type Metrics, prometheusText } from './metrics.ts';
import { metricsSummary } from './metrics-summary.ts';
import { isEmpty, type MetricsRecord, metricsOf, metricsRecordSchema, recordOf } from './stored-metrics.ts';

const SINCE = '2026-03-01T00:00:00.000Z';

type Observation = (metrics: Metrics) => void;

const name = fc.constantFrom('text', 'vector', 'a b', '__proto__', 'toString', '');
/** Of such numbers the sum is the same in any order. */
const amount = fc.integer({ min: 0, max: 1 << 20 }).map((whole) => whole / 1024);
const observations = fc.array(
  fc.oneof<fc.Arbitrary<Observation>[]>(
    fc.tuple(name, name).map(
      ([mode, outcome]) =>
        (metrics) =>
          metrics.recalls.add({ mode, outcome }),
    ),
    amount.map((by) => (metrics) => metrics.episodesFlushed.add({}, by)),
    fc.tuple(name, amount).map(
      ([stage, value]) =>
        (metrics) =>
          metrics.stageSeconds.observe({ stage }, value),
    ),
    amount.map((tokens) => (metrics) => metrics.recalledTokens.observe({}, tokens)),
  ),
);

function observed(...all: Observation[]): Metrics {
  const metrics = createMetrics();
  for (const observe of all) observe(metrics);
  return metrics;
}

const linesOf = (metrics: Metrics) => prometheusText(metrics).split('\n').sort();
const readAgain = (record: MetricsRecord) => metricsRecordSchema.parse(JSON.parse(JSON.stringify(record)));

describe('a metrics record', () => {
  it('round-trips through JSON', () => {
    fc.assert(
      fc.property(observations, (all) => {
        const metrics = observed(...all);
        const record = readAgain(recordOf(metrics, SINCE));
        expect(record).toEqual(recordOf(metrics, SINCE));
        expect(prometheusText(metricsOf([record]))).toBe(prometheusText(metrics));
        expect(metricsSummary(metricsOf([record]))).toEqual(metricsSummary(metrics));
      }),
    );
  });

  it('adds up to the total of all processes', () => {
    fc.assert(
      fc.property(observations, observations, (some, others) => {
        const apart = [some, others].map((all) => readAgain(recordOf(observed(...all), SINCE)));
        expect(linesOf(metricsOf(apart))).toEqual(linesOf(observed(...some, ...others)));
      }),
    );
  });

  it('keeps the maximum of both', () => {
    const [short, long] = [1, 7].map((seconds) => observed(({ cycleSeconds }) => cycleSeconds.observe({}, seconds)));
    const records = [long, short].map((metrics) => recordOf(metrics as Metrics, SINCE));
    expect(metricsSummary(metricsOf(records)).cycle.latency).toMatchObject({ count: 2, meanMs: 4000, maxMs: 7000 });
  });

  it('is empty before any count', () => {
    expect(isEmpty(recordOf(createMetrics(), SINCE))).toBe(true);
    expect(
      isEmpty(
        recordOf(
          observed(({ patterns }) => patterns.add({})),
          SINCE,
        ),
      ),
    ).toBe(false);
    expect(
      isEmpty(
        recordOf(
          observed(({ cycleSeconds }) => cycleSeconds.observe({}, 0)),
          SINCE,
        ),
      ),
    ).toBe(false);
  });

  it('accepts labels in any order, within their limit', () => {
    const series = Array.from({ length: 60 }, (_, at) => ({
      labels: { outcome: 'silent', mode: `mode ${at}` },
      value: 1,
    }));
    const read = metricsOf([
      { version: 1, since: SINCE, counters: { souvenir_recalls_total: series }, histograms: {} },
    ]).recalls.read();
    expect(read[0]).toEqual({ labels: { mode: 'mode 0', outcome: 'silent' }, value: 1 });
    expect(read.at(-1)).toEqual({ labels: { mode: 'other', outcome: 'silent' }, value: 10 });
  });

  it('of other names, labels or bounds adds nothing', () => {
    const value = { counts: [1, 0], count: 1, sum: 1, max: 1 };
    const record: MetricsRecord = {
      ...{ version: 1, since: SINCE },
      counters: {
        souvenir_unheard_of_total: [{ labels: {}, value: 1 }],
        souvenir_recalls_total: [
          { labels: { mode: 'relevant' }, value: 1 },
          { labels: { mode: 'relevant', verdict: 'silent' }, value: 1 },
        ],
      },
      histograms: { souvenir_cycle_duration_seconds: { bounds: [1], series: [{ labels: {}, value }] } },
    };
    expect(isEmpty(recordOf(metricsOf([readAgain(record)]), SINCE))).toBe(true);
  });
});
