import { DEFAULT_THRESHOLD } from '../../src/recall/rankers/calibration.ts';
import type { Figure, SetReport } from '../quality/measure.ts';
import type { Silence } from '../quality/score/silence.ts';
import { INTRODUCTIONS, PUBLISHED } from './introductions.ts';
import { metricOf } from './metric.ts';
import { peersSection } from './peers-table.ts';
import { type BoardReport, isMeasured } from './report.ts';

const MARKS = { higher: '', lower: ' (lower is better)', neither: '' };
const SHOWN_THRESHOLDS: ReadonlySet<number> = new Set([0, DEFAULT_THRESHOLD, 0.5, 0.8, 0.9, 0.95]);

/** The page in Markdown; `pictures` are those that there are. */
export function pageOf(report: BoardReport, pictures: ReadonlySet<string>): string {
  const picture = (name: string, alt: string) => (pictures.has(name) ? [`![${alt}](results/${name})`] : []);
  const names = Object.keys(INTRODUCTIONS).filter((name) => report.sets[name] !== undefined);
  return [
    '# Results',
    'How well recall works, beside a plain keyword search over the same texts in the same run, how fast it is, and what its silence is worth.',
    'Written by `npm run board` from a commit without changes; change the code, not this page.',
    ...(report.isQuick ? ['**A quick run: a tenth of the questions. No figure here is a claim.**'] : []),
    headOf(report),
    'To reproduce it, with the sets as folders in DIR (a set that is not there is left out):',
    '    npm run board -- --data DIR',
    'Souvenir runs with its default settings and no language model. After each figure stands its interval of 95 %: a bootstrap that resamples whole chats or stories, or questions where there are fewer than three of these. "Keyword search" is SQLite full-text search with stemming, any of the words that are not stop words, best first. [results.json](results.json) has every figure, also by kind of question.',
    ...missingIn(report),
    '## Beside others',
    ...picture('quality-against-time.svg', 'Quality of each system against its milliseconds a recall'),
    ...(isMeasured(report.peers) ? peersSection(report.peers) : [report.peers.error]),
    '## What silence is worth',
    ...picture(
      'risk-against-coverage.svg',
      'Of each set, how many answers hold nothing right, by how many questions get one',
    ),
    ...silenceSection(report),
    '## Speed',
    ...picture('growth.svg', 'Milliseconds a recall by the number of memories'),
    ...speedSection(report),
    ...names.flatMap((name) => sectionOf(name, report.sets[name] as BoardReport['sets'][string])),
  ]
    .join('\n\n')
    .concat('\n');
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const percent = (share: number): string => (100 * share).toFixed(1);

function headOf({ commit, date, machine, versions, seconds, seeds }: BoardReport): string {
  const facts = { commit, 'date of the run': date, ...machine, ...versions, seconds: Math.round(seconds), ...seeds };
  return [row(['', '']), row(['---', '---']), ...Object.entries(facts).map(row)].join('\n');
}

function missingIn({ sets, speed }: BoardReport): string[] {
  const missing = Object.entries({ ...sets, speed }).flatMap(([name, part]) =>
    isMeasured(part) ? [] : [`- ${name}: ${part.error}`],
  );
  return missing.length === 0 ? [] : ['Not measured in this run:', missing.join('\n')];
}

function sectionOf(name: string, set: BoardReport['sets'][string]): string[] {
  if (!isMeasured(set)) return [];
  const introduction = [INTRODUCTIONS[name], PUBLISHED[name]].flatMap((text) => text ?? []);
  return [`## ${name}`, ...introduction, tableOf(set), `n ${set.n}, ${set.seconds} s.`];
}

function tableOf({ souvenir, keyword }: SetReport): string {
  const columns = ['Souvenir', ...(keyword === undefined ? [] : ['keyword search'])];
  return [
    row(['metric', ...columns, 'what it says']),
    row(['---', ...columns.map(() => '---:'), '---']),
    ...Object.entries(souvenir).flatMap(([name, figure]) => {
      const metric = metricOf(name);
      if (metric === undefined) return [];
      const others = keyword === undefined ? [] : [shown(keyword[name])];
      return [row([`\`${name}\``, shown(figure), ...others, `${metric.meaning}${MARKS[metric.better]}`])];
    }),
  ].join('\n');
}

function shown(figure: Figure | undefined): string {
  if (figure === undefined) return '–';
  const { value, low, high } = figure;
  const digits = Math.abs(value) <= 1 ? 3 : 1;
  const at = (number: number) => Number(number.toFixed(digits));
  return low === undefined || high === undefined ? `${at(value)}` : `${at(value)} (${at(low)} to ${at(high)})`;
}

function silenceSection({ sets }: BoardReport): string[] {
  const silences = Object.keys(INTRODUCTIONS).flatMap((name): [string, Silence][] => {
    const set = sets[name];
    return isMeasured(set) && set.silence !== undefined ? [[name, set.silence]] : [];
  });
  if (silences.length === 0) return ['No set that tells was measured.'];
  const head = ['set', 'threshold', 'get an answer', 'wrong first', 'outdated first', 'false answers', 'error'];
  const table = [
    row(head),
    row(['---', ...head.slice(1).map(() => '---:')]),
    ...silences.flatMap(([name, { curve, unanswerable }]) =>
      curve
        .filter(({ threshold }) => SHOWN_THRESHOLDS.has(threshold))
        .map(({ threshold, coverage, wrongFirst, outdatedFirst, falseAnswers, error, answered }) => {
          const isDefault = threshold === DEFAULT_THRESHOLD;
          const shares =
            answered === 0 ? [percent(coverage), '–', '–'] : [coverage, wrongFirst, outdatedFirst].map(percent);
          return row([
            ...[name, isDefault ? `**${threshold}** (default)` : threshold, ...shares],
            ...[unanswerable === 0 ? '–' : percent(falseAnswers), answered === 0 ? '–' : percent(error)],
          ]);
        }),
    ),
  ].join('\n');
  const [, stories] = silences.find(([name]) => name === 'stories') ?? [];
  return [
    'Recall returns nothing if its `confidence` is below a threshold. In percent: of the questions with an answer, those that get one; of these, those whose first memory is wrong, and outdated; of the questions without an answer, those that get something (where the set has such); and of all that get something, those without the whole answer among the first ten memories.',
    table,
    ...(stories === undefined ? [] : reliabilityOf(stories)),
  ];
}

function reliabilityOf({ reliability: { bins, expectedError }, unanswerable }: Silence): string[] {
  return [
    `### What \`confidence\` means`,
    `Of answers to the stories by their confidence, those that hold what was asked; ${percent(unanswerable)} % of the questions have no answer. The expected calibration error is ${expectedError.toFixed(3)}.`,
    [
      row(['confidence, mean', 'holds the answer', 'answers']),
      row(['---:', '---:', '---:']),
      ...bins.map(({ confidence, holds, n }) => row([confidence.toFixed(2), holds.toFixed(2), n])),
    ].join('\n'),
  ];
}

function speedSection({ speed }: BoardReport): string[] {
  if (!isMeasured(speed)) return [`Not measured: ${speed.error}.`];
  return [
    'The default product on natural turns: embedding, reading and all (`bench/speed` in the repository). In hashes: SHA-256 of 4 MB, timed beside it.',
    [
      row(['', 'figure', 'in hashes']),
      row(['---', '---:', '---:']),
      ...speed.figures.map(({ name, value, unit, hashes }) =>
        row([
          name,
          `${Number(value.toPrecision(3)).toLocaleString('en')} ${unit}`.trim(),
          hashes?.toPrecision(3) ?? '',
        ]),
      ),
    ].join('\n'),
    ...(speed.failures.length === 0 ? [] : [`Not measured, as it failed: ${speed.failures.join(', ')}.`]),
  ];
}
