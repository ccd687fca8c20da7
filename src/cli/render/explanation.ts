import type { RecallResult } from '../../model/recall.ts';
import { bold, dim } from './style.ts';
import { table } from './table.ts';

const HEADER = [
  '',
  'text',
  'vector',
  'entity',
  'neighbours',
  'speaker',
  '× component',
  '× importance',
  '× age',
  '= score',
];

/** How each score came to be, and what happened on the way. */
export function explanationLines({ items, candidates, cut, timingsMs, tokens }: RecallResult): string[] {
  const rows = items.map(({ breakdown: { contributions, adjustments }, score }, at) => [
    `${at + 1}.`,
    ...[contributions.text, contributions.vector, contributions.entity].map(decimal),
    ...[contributions.neighbours, contributions.speaker].map(decimal),
    ...[adjustments.component, adjustments.importance, adjustments.age].map(decimal),
    decimal(score),
  ]);
  const [header = '', ...body] = table([HEADER, ...rows], true);
  return [
    ...(items.length === 0 ? [] : [bold(header), ...body, '']),
    `${dim('candidates')}  ${pairs(candidates)}`,
    `${dim('cut       ')}  ${pairs(cut)}`,
    `${dim('tokens    ')}  ${tokens}`,
    `${dim('timings   ')}  ${pairs(timingsMs, (ms) => `${ms.toFixed(1)} ms`)}`,
  ];
}

const decimal = (value: number): string => value.toFixed(3);

const pairs = (values: Readonly<Record<string, number>>, show: (value: number) => string = String): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${show(value)}`)
    .join(', ');
