import type { SessionSummary } from '../../contracts/store.ts';
import type { ConsolidationReport, ConsolidationTotals, CycleReport } from '../../model/report.ts';
import type { SouvenirStats } from '../../souvenir/souvenir.ts';
import type { Activity } from '../../telemetry/stored-metrics.ts';
import type { OperationResult } from '../cli.ts';
import { type BudgetUse, modelText } from './hooks.ts';
import { count, countsText, dayText, momentText, oneLine, table, textTable } from './text.ts';

export function importLines(result: OperationResult<'import'>): string[] {
  const { format, turns, sessions, memories, known, badCount, dryRun, report } = result;
  const memoryParts = memories > 0 ? [count(memories, 'memory', 'memories')] : [];
  const turnParts = turns > 0 || memories === 0 ? [`${count(turns, 'turn')} in ${count(sessions, 'session')}`] : [];
  const notes = [
    ...(known > 0 ? [`${known} already known`] : []),
    ...(badCount > 0 ? [`${badCount} invalid skipped`] : []),
  ];
  return [
    `${dryRun ? 'Would import' : 'Recorded'} ${[...turnParts, ...memoryParts].join(' and ')} (${[format, ...notes].join('; ')}).`,
    ...(report === undefined ? [] : consolidationLines(report)),
  ];
}

/** The totals, then the counts by component if several did something, then failures. */
export function consolidationLines(report: ConsolidationReport): string[] {
  const { components, memoriesCreated: created, memoriesEmbedded: embedded } = report;
  const totals = [
    ...(created > 0 ? [count(created, 'new memory', 'new memories')] : []),
    ...changesOf(report),
    ...(embedded > 0 ? [`${embedded} embedded`] : []),
  ];
  const byComponent = components.flatMap((counts) => {
    const done = [...(counts.memoriesCreated > 0 ? [`${counts.memoriesCreated} new`] : []), ...changesOf(counts)];
    return done.length === 0 ? [] : [[`  ${counts.component}`, done.join(', ')]];
  });
  const failures = components.flatMap(({ component, failures: failed }) =>
    failed.map(({ sessionId, reason }) => `${component} failed on session ${sessionId}, will be retried: ${reason}`),
  );
  return [
    `Consolidated: ${totals.join(', ') || 'nothing new'}.`,
    ...(byComponent.length > 1 ? table(byComponent) : []),
    ...failures,
  ];
}

function changesOf(counts: ConsolidationTotals): string[] {
  const changes = {
    merged: counts.memoriesMerged,
    superseded: counts.memoriesSuperseded,
    faded: counts.memoriesDecayed,
    expired: counts.memoriesExpired,
  };
  return Object.entries(changes).flatMap(([name, number]) => (number > 0 ? [`${number} ${name}`] : []));
}

export const cyclesLines = (reports: readonly CycleReport[]): string[] =>
  reports.length === 0 ? ['Cycled: nothing to do.'] : reports.flatMap(cycleLines);

function cycleLines(report: CycleReport): string[] {
  const { memoriesProcessed, themes, patternsExtracted, resumed, modelCalls } = report;
  const parts: readonly (readonly [number, string])[] = [
    [memoriesProcessed, `${count(memoriesProcessed, 'memory', 'memories')} processed`],
    [patternsExtracted, `${count(patternsExtracted, 'pattern')} learnt from ${count(themes, 'theme')}`],
    [report.patternsSeenAgain, `${report.patternsSeenAgain} seen again`],
    [report.memoriesStrengthened, `${report.memoriesStrengthened} strengthened`],
    [report.linksMade, `${count(report.linksMade, 'link')} made`],
    [report.contradictions, `${count(report.contradictions, 'contradiction')} found`],
    [report.duplicatesMerged, `${report.duplicatesMerged} merged`],
    [report.memoriesArchived, `${report.memoriesArchived} archived`],
    [modelCalls, count(modelCalls, 'model call')],
  ];
  const done = parts.flatMap(([number, text]) => (number > 0 ? [text] : []));
  return [`Cycled${resumed ? ', resuming an interrupted run' : ''}: ${done.join(', ') || 'nothing to do'}.`];
}

export const sessionsLines = (sessions: readonly SessionSummary[]): string[] =>
  textTable(
    ['began', 'last', 'episodes', 'ended', 'session'],
    sessions.map(({ sessionId, episodes, firstAt, lastAt, endedAt }) => [
      ...[dayIfAny(firstAt), dayIfAny(lastAt), String(episodes), dayIfAny(endedAt), oneLine(sessionId)],
    ]),
  );

const dayIfAny = (moment: Date | undefined): string => (moment === undefined ? '' : dayText(moment));

export interface FileStats extends SouvenirStats {
  readonly path: string;
  readonly bytes: number | undefined;
  /** By any process, scheduled or requested. */
  readonly lastCycleAt: Date | undefined;
  /** The use of the language model by the hooks of this memory today. */
  readonly hookModel: BudgetUse | undefined;
}

const SLOWEST_STAGES = 3;

export function statsLines(stats: FileStats): string[] {
  const { path, bytes, embedder, unembedded, unread, episodes, sessions, memories, components, activity, lastCycleAt } =
    stats;
  const { entities, relationships, links } = stats;
  const { active, ...others } = memories;
  return table([
    bytes === undefined ? ['database', path] : ['file', `${path}, ${readableBytes(bytes)}`],
    ['embedder', embedder ?? 'none'],
    ['episodes', `${episodes} in ${count(sessions, 'session')}`],
    ['memories', [`${active} active`, ...nonZeroCounts(others)].join(', ')],
    ['by component', countsList(components)],
    ['graph', countsText({ entities, relationships, links })],
    ['to embed', String(unembedded)],
    ['to read', count(unread, 'turn')],
    ...(stats.hookModel === undefined ? [] : [['hooks, model', modelText(stats.hookModel)]]),
    ...(lastCycleAt === undefined ? [] : [['last cycle', momentText(lastCycleAt)]]),
    ...stats.setAside.map(({ component, sessionId, reason }) => [
      'set aside',
      `${sessionId} (${component}): ${oneLine(reason)}`,
    ]),
    ...(activity === undefined ? [] : activityRows(activity, stats.ofEveryone.includes('activity'))),
  ]);
}

function activityRows(
  { since, recall, memories, consolidation, missing, failures }: Activity,
  isOfEveryone: boolean,
): string[][] {
  const sessions = Object.values(consolidation.sessionFailures).reduce((sum, failed) => sum + failed, 0);
  return [
    ['counted since', `${momentText(since)}${isOfEveryone ? ', of every user and agent' : ''}`],
    ...queryRows(recall),
    ['written', countsList(memories.byType)],
    ['degraded', countsList(missing)],
    ['failed', countsList({ ...failures, sessions })],
  ];
}

function queryRows({ answered, silent, hitRate, meanTokens, latency, stages }: Activity['recall']): string[][] {
  if (hitRate === undefined || meanTokens === undefined || latency === undefined) return [['queries', 'none']];
  const slowest = Object.entries(stages)
    .sort(([, one], [, other]) => other.p95Ms - one.p95Ms)
    .slice(0, SLOWEST_STAGES);
  return [
    [
      'queries',
      `${answered + silent}, ${percent(hitRate)} answered, ${count(Math.round(meanTokens), 'token')} on average`,
    ],
    ['latency', `p50 ${milliseconds(latency.p50Ms)}, p95 ${milliseconds(latency.p95Ms)}`],
    ['slowest', slowest.map(([stage, { p95Ms }]) => `${stage} p95 ${milliseconds(p95Ms)}`).join(', ')],
  ];
}

const nonZeroCounts = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts)
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `${number} ${name}`);

const countsList = (counts: Readonly<Record<string, number>>): string => nonZeroCounts(counts).join(', ') || 'none';

const percent = (share: number): string => `${Math.round(100 * share)}%`;
const milliseconds = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

export function readableBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
