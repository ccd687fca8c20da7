import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Measured } from './measured.ts';
import { resultsChart } from './results-chart.ts';
import { resultsPage } from './results-page.ts';
import type { RunFacts } from './run-facts.ts';

/** `results.md` and its plots in `results/`, in place of those that were there. */
export function writeResults(all: readonly Measured[], facts: RunFacts, out: string): void {
  const folder = join(out, 'results');
  mkdirSync(folder, { recursive: true });
  for (const stale of globSync('*.svg', { cwd: folder })) rmSync(join(folder, stale));
  const charts = new Set<string>();
  for (const measured of all) {
    const chart = resultsChart(measured);
    if (chart === undefined) continue;
    writeFileSync(join(folder, `${measured.dataset}.svg`), chart);
    charts.add(measured.dataset);
  }
  writeFileSync(join(out, 'results.md'), resultsPage(all, facts, charts));
}
