import type { Counter } from './counter.ts';
import type { Histogram } from './histogram.ts';
import type { Metrics } from './metrics.ts';

/** The content type to serve it under. */
export const PROMETHEUS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** All numbers in the text format of Prometheus, version 0.0.4. */
export function prometheusText(metrics: Metrics): string {
  return (Object.values(metrics) as (Counter | Histogram)[])
    .flatMap((metric) => [
      `# HELP ${metric.name} ${escapeHelp(metric.help)}`,
      `# TYPE ${metric.name} ${metric.kind}`,
      ...(metric.kind === 'counter' ? counterLines(metric) : histogramLines(metric)),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

const counterLines = (counter: Counter): string[] =>
  counter.read().map(({ labels, value }) => `${counter.name}${labelText(labels)} ${value}`);

function histogramLines(histogram: Histogram): string[] {
  const { name, bounds } = histogram;
  return histogram.read().flatMap(({ labels, value: { counts, count, sum } }) => {
    let below = 0;
    const buckets = counts.map((held, at) => {
      below += held;
      const le = at < bounds.length ? String(bounds[at]) : '+Inf';
      return `${name}_bucket${labelText({ ...labels, le })} ${below}`;
    });
    return [...buckets, `${name}_sum${labelText(labels)} ${sum}`, `${name}_count${labelText(labels)} ${count}`];
  });
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escapeLabel = (value: string): string => escapeHelp(value.toWellFormed()).replaceAll('"', '\\"');
