import { readAs, roleNoteOf } from '../../model/listed.ts';
import type { RecallItem, RecallResult } from '../../model/recall.ts';
import { bold, dayOf, dim, oneLine, shortIdsOf, table, terminalWidth } from './text.ts';

/** Items best first, one line each; or the reason why there are none. A terminal shows short ids. */
export function recallLines({
  items,
  reason,
  archived = [],
}: {
  readonly items: readonly RecallItem[];
  readonly reason?: string | undefined;
  readonly archived?: readonly RecallItem[] | undefined;
}): string[] {
  if (items.length > 0) return itemLines(items);
  return [`Nothing: ${reason ?? 'no memory was found'}.`, ...itemLines(archived)];
}

function itemLines(items: readonly RecallItem[]): string[] {
  const idOf = terminalWidth() === undefined ? (id: string) => id : shortIdsOf(items.map(({ id }) => id));
  // A waiting episode is not a memory yet: no command takes its id.
  return items.map((item, at) => `${recallLine(item, at)}${item.isWaiting ? '' : dim(`, ${idOf(item.id)}`)}`);
}

export function recallLine(item: RecallItem, at: number): string {
  const { score, content, component, category, isWaiting, outdated } = item;
  const read = readAs(item);
  const about = [
    `${component}/${category} ${dayOf(item)}`,
    oneLine(roleNoteOf(item) ?? ''),
    read && `read as ${read}`,
    isWaiting && 'not yet consolidated',
    outdated && 'outdated',
  ];
  const source = about.filter(Boolean).join(', ');
  return `${String(at + 1).padStart(2)}. ${bold(score.toFixed(2))}  ${oneLine(content)}  ${dim(source)}`;
}

const SALIENCE = ['', 'recency', 'frequency', 'importance', 'relevance', '= score'];

export function explanationLines(result: RecallResult): string[] {
  const { candidates, cut, timingsMs, tokens } = result;
  const [header = '', ...body] = scoreTable(result);
  return [
    ...(body.length === 0 ? [] : [bold(header), ...body, '']),
    `${dim('confidence')}  ${decimal(result.confidence)} from ${pairs(result.evidence, decimal)}`,
    `${dim('candidates')}  ${pairs(candidates)}`,
    `${dim('cut       ')}  ${pairs(cut)}`,
    `${dim('tokens    ')}  ${tokens}`,
    `${dim('timings   ')}  ${pairs(timingsMs, (ms) => `${ms.toFixed(1)} ms`)}`,
  ];
}

/** No table for a single measure: modes recent and frequent, and lists by time. */
function scoreTable({ mode, items, candidates }: RecallResult): string[] {
  if (mode === 'important') return table([SALIENCE, ...items.map(salienceRow)], true);
  const isByRelevance = mode === 'relevant' || (mode === 'temporal' && candidates.listed === 0);
  return isByRelevance ? table(relevanceRows(items), true) : [];
}

/** A column for each feature and factor that affected at least one item. */
function relevanceRows(items: readonly RecallItem[]): string[][] {
  const counted = (parts: (item: RecallItem) => Readonly<Record<string, number>>, nothing: number) =>
    [...new Set(items.flatMap((item) => Object.keys(parts(item))))].filter((name) =>
      items.some((item) => Math.abs((parts(item)[name] ?? nothing) - nothing) >= 0.0005),
    );
  const features = counted(({ breakdown }) => breakdown.contributions, 0);
  const factors = counted(({ breakdown }) => breakdown.adjustments, 1);
  return [
    ['', ...features, ...factors.map((name) => `× ${name}`), '= score', 'confidence'],
    ...items.map(({ breakdown, score, confidence }, at) => [
      `${at + 1}.`,
      ...features.map((name) => decimal(breakdown.contributions[name] ?? 0)),
      ...factors.map((name) => decimal((breakdown.adjustments as Record<string, number>)[name] ?? 1)),
      decimal(score),
      decimal(confidence),
    ]),
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
