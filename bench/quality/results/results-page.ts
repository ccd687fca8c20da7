import { INTRODUCTIONS } from './introductions.ts';
import { columnsOf, type Measured, shown } from './measured.ts';
import { metricOf } from './metric.ts';
import type { RunFacts } from './run-facts.ts';

const MARKS = { higher: '', lower: ' (lower is better)', neither: '' };

/** The page in Markdown; `charts` are the names of the datasets that have a plot. */
export function resultsPage(all: readonly Measured[], facts: RunFacts, charts: ReadonlySet<string>): string {
  return [
    '# Results',
    'How well recall works, on public data that anybody can fetch, beside a plain keyword search over the same texts in the same run.',
    'Written by `npm run bench:results`; change the code, not this page.',
    headOf(facts),
    'To reproduce it, with the datasets as folders in DIR:',
    [
      '    npm run bench:quality -- --dataset all --data DIR --json FILE',
      '    npm run bench:results -- --json FILE',
    ].join('\n'),
    readingOf(all),
    ...all.map((measured) => sectionOf(measured, charts.has(measured.dataset))),
  ]
    .join('\n\n')
    .concat('\n');
}

const headOf = ({ commit, node, cpu, cores, date }: RunFacts): string =>
  [
    '| | |',
    '|---|---|',
    `| commit | ${commit} |`,
    `| date of the run | ${date} |`,
    `| Node | ${node} |`,
    `| processor | ${cpu}, ${cores} cores |`,
  ].join('\n');

function readingOf(all: readonly Measured[]): string {
  const keys = new Set(all.flatMap((measured) => columnsOf(measured).map(({ key }) => key)));
  return [
    'Souvenir runs with its default settings and no language model; n is the number of questions or items. Vectors that an earlier run computed are not computed again, so the seconds are no measure of speed.',
    ...(keys.has('keyword')
      ? [
          '"Keyword search" is SQLite full-text search with stemming, any of the words that are not stop words, best first.',
        ]
      : []),
  ].join(' ');
}

function sectionOf(measured: Measured, hasChart: boolean): string {
  const { dataset, n, seconds, metrics } = measured;
  const introduction = INTRODUCTIONS[dataset];
  return [
    `## ${dataset}`,
    ...(introduction === undefined ? [] : [introduction]),
    ...(hasChart ? [`![Bars of every figure in the table below](results/${dataset}.svg)`] : []),
    tableOf(measured, Object.keys(metrics)),
    `n ${n}, ${seconds} s.`,
  ].join('\n\n');
}

function tableOf(measured: Measured, names: readonly string[]): string {
  const columns = columnsOf(measured);
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['metric', ...columns.map(({ title }) => title), 'what it says']),
    row(['---', ...columns.map(() => '---:'), '---']),
    ...names.map((name) => {
      const { meaning, better } = metricOf(name);
      return row([`\`${name}\``, ...columns.map(({ figures }) => shown(figures[name])), `${meaning}${MARKS[better]}`]);
    }),
  ].join('\n');
}
