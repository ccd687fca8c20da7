import type { RecallItem, RecallResult } from '../../model/recall.ts';
import { bold, dim } from './style.ts';
import { table } from './table.ts';

const RELEVANCE = [
  '',
  'text',
  'vector',
  'entity',
  'time',
  'neighbours',
  'speaker',
  '× component',
  '× importance',
  '× age',
  '= score',
];
const SALIENCE = ['', 'recency', 'frequency', 'importance', 'relevance', '= score'];

/** How each score came to be, and what happened on the way. */
export function explanationLines(result: RecallResult): string[] {
  const { candidates, cut, timingsMs, tokens } = result;
  const [header = '', ...body] = scoreTable(result);
  return [
    ...(body.length === 0 ? [] : [bold(header), ...body, '']),
    `${dim('candidates')}  ${pairs(candidates)}`,
    `${dim('cut       ')}  ${pairs(cut)}`,
    `${dim('tokens    ')}  ${tokens}`,
    `${dim('timings   ')}  ${pairs(timingsMs, (ms) => `${ms.toFixed(1)} ms`)}`,
  ];
}

/** None where the score is a single measure: in the modes recent and frequent, and of a list by time. */
function scoreTable({ mode, items, candidates }: RecallResult): string[] {
  if (mode === 'important') return table([SALIENCE, ...items.map(salienceRow)], true);
  const isByRelevance = mode === 'relevant' || (mode === 'temporal' && candidates.listed === 0);
  return isByRelevance ? table([RELEVANCE, ...items.map(relevanceRow)], true) : [];
}

function relevanceRow({ breakdown: { contributions, adjustments }, score }: RecallItem, at: number): string[] {
  return [
    `${at + 1}.`,
    ...[contributions.text, contributions.vector, contributions.entity, contributions.time].map(decimal),
    ...[contributions.neighbours, contributions.speaker].map(decimal),
    ...[adjustments.component, adjustments.importance, adjustments.age].map(decimal),
    decimal(score),
  ];
}

function salienceRow({ breakdown: { salience }, score }: RecallItem, at: number): string[] {
  const { recency = 0, frequency = 0, importance = 0, relevance = 0 } = salience ?? {};
  return [`${at + 1}.`, ...[recency, frequency, importance, relevance, score].map(decimal)];
}

const decimal = (value: number): string => value.toFixed(3);

const pairs = (values: Readonly<Record<string, number>>, show: (value: number) => string = String): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${show(value)}`)
    .join(', ');
