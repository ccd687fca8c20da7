import { type BarChart, barChart } from './bar-chart.ts';
import { columnsOf, type Measured } from './measured.ts';
import { metricOf } from './metric.ts';

/** Undefined where no metric has a scale. */
export function resultsChart(measured: Measured): string | undefined {
  const columns = columnsOf(measured);
  const groups = Object.keys(measured.metrics).flatMap((name): BarChart['groups'] => {
    const { scale, better } = metricOf(name);
    const bars = columns.flatMap((series) => {
      const value = series.figures[name];
      return value == null ? [] : [{ series, value }];
    });
    if (scale === undefined || bars.length === 0) return [];
    return [{ label: better === 'lower' ? `${name} (lower is better)` : name, bars, scale }];
  });
  if (groups.length === 0) return undefined;
  const sentences = groups.map(
    ({ label, bars }) => `${label}: ${bars.map((bar) => `${bar.series.title} ${bar.value}`).join(', ')}.`,
  );
  return barChart({ title: measured.dataset, description: sentences.join(' '), series: columns, groups });
}
