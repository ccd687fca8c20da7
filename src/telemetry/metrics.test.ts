import { describe, expect, it } from 'vitest';
import { parsePrometheus } from '../../test/support/parse-prometheus.ts';
import { Counter, Histogram } from './instruments.ts';
import { createMetrics, type Metrics, prometheusText } from './metrics.ts';

const textOf = (...metrics: object[]) => prometheusText(Object.fromEntries(metrics.entries()) as unknown as Metrics);

describe('the text for Prometheus', () => {
  it('is complete before any event, with 0 for metrics without labels', () => {
    const metrics = createMetrics();
    const families = parsePrometheus(prometheusText(metrics));
    expect(families.size).toBe(Object.keys(metrics).length);
    expect(families.get('souvenir_contradictions_total')?.samples).toEqual([
      { name: 'souvenir_contradictions_total', labels: {}, value: 0 },
    ]);
    expect(families.get('souvenir_recalls_total')?.samples).toEqual([]);
  });

  it('lists counters and histograms line by line', () => {
    const counter = new Counter('seen_total', 'Seen.', ['kind', 'by']);
    counter.add({ kind: 'bird', by: 'Ana' }, 2);
    counter.add({ by: 'Ana', kind: 'bird' });
    const histogram = new Histogram('wait_seconds', 'Waited.', [0.1, 1], ['stage']);
    for (const seconds of [0.1, 0.5, 1, 4]) histogram.observe({ stage: 'plan' }, seconds);
    expect(textOf(counter, histogram)).toBe(
      [
        '# HELP seen_total Seen.',
        '# TYPE seen_total counter',
        'seen_total{kind="bird",by="Ana"} 3',
        '# HELP wait_seconds Waited.',
        '# TYPE wait_seconds histogram',
        'wait_seconds_bucket{stage="plan",le="0.1"} 1',
        'wait_seconds_bucket{stage="plan",le="1"} 3',
        'wait_seconds_bucket{stage="plan",le="+Inf"} 4',
        'wait_seconds_sum{stage="plan"} 5.6',
        'wait_seconds_count{stage="plan"} 4',
        '',
      ].join('\n'),
    );
  });

  it.each(['plain', 'a "quoted" one', 'back\\slash', 'two\nlines', '\\n', 'naïve 日本語 😀', '', '{},="'])(
    'round-trips the label %j',
    (kind) => {
      const counter = new Counter('seen_total', `Seen \\ as\n${kind}.`, ['kind']);
      counter.add({ kind });
      const family = parsePrometheus(textOf(counter)).get('seen_total');
      expect(family?.samples).toEqual([{ name: 'seen_total', labels: { kind }, value: 1 }]);
      expect(family?.help).toBe(`Seen \\ as\n${kind}.`);
    },
  );

  it('replaces half a surrogate pair', () => {
    const counter = new Counter('seen_total', 'Seen.', ['kind']);
    counter.add({ kind: 'a\uD83D' });
    expect(textOf(counter).isWellFormed()).toBe(true);
  });
});

describe('the Prometheus parser of the tests', () => {
  const head = '# HELP a_total x\n# TYPE a_total counter\n';
  const histogram = '# HELP h x\n# TYPE h histogram\n';
  it.each([
    ['no end', `${head}a_total 1`],
    ['no HELP', '# TYPE a_total counter\na_total 1\n'],
    ['an unknown type', '# HELP a_total x\n# TYPE a_total count\n'],
    ['a family twice', `${head}${head}`],
    ['a series twice', `${head}a_total 1\na_total 2\n`],
    ['a foreign sample', `${head}b_total 1\n`],
    ['an open quote', `${head}a_total{k="v} 1\n`],
    ['a lone backslash', `${head}a_total{k="\\x"} 1\n`],
    ['a value that is none', `${head}a_total NaN1\n`],
    ['a negative counter', `${head}a_total -1\n`],
    ['no last bucket', `${histogram}h_bucket{le="1"} 1\nh_sum 1\nh_count 1\n`],
    ['falling counts', `${histogram}h_bucket{le="1"} 2\nh_bucket{le="+Inf"} 1\nh_sum 1\nh_count 1\n`],
    ['another count', `${histogram}h_bucket{le="+Inf"} 1\nh_sum 1\nh_count 2\n`],
    ['no sum', `${histogram}h_bucket{le="+Inf"} 1\nh_count 1\n`],
  ])('refuses %s', (_, text) => expect(() => parsePrometheus(text)).toThrow());
});
