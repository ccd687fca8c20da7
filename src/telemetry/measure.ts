import { SouvenirError } from '../errors.ts';
import { changeKindSchema } from '../model/memory.ts';
import type { RecallResult } from '../model/recall.ts';
import type { ConsolidationReport, CycleReport, Degradation } from '../model/report.ts';
import { changeEventOf, type EventName, type Listener, type SouvenirEvents } from './events.ts';
import type { Metrics } from './metrics.ts';

/** A memory, or its events. */
export interface Observable {
  on<Name extends EventName>(event: Name, listener: Listener<Name>): () => void;
}

export const FAILURES = {
  flushFailed: 'flush',
  episodeSetAside: 'episode',
  embeddingFailed: 'embedding',
  erasureFailed: 'erasure',
  consolidationFailed: 'consolidation',
  scheduleFailed: 'schedule',
  accessesFailed: 'accesses',
  profileFailed: 'profile',
  metricsFailed: 'metrics',
  listenerFailed: 'listener',
} as const satisfies Partial<Record<EventName, string>>;
export const FAILURE_NAMES = Object.keys(FAILURES) as (keyof typeof FAILURES)[];

/**
 * Counts events from this call on. Returns a function that stops it.
 * @example
 * const metrics = createMetrics();
 * const stop = measure(souvenir, metrics);
 */
export function measure(memory: Observable, metrics: Metrics): () => void {
  const changes = changeKindSchema.exclude(['created']).options;
  const stops = [
    memory.on('recalled', ({ result }) => countRecall(metrics, result)),
    memory.on('turned', ({ tokens, degraded }) => {
      metrics.turns.add({});
      metrics.turnTokens.observe({}, tokens);
      countDegraded(metrics, 'turn', degraded);
    }),
    memory.on('memoryCreated', ({ memory: { component, type } }) => {
      metrics.memoriesCreated.add({ component, type });
      metrics.memoryChanges.add({ change: 'created' });
    }),
    ...changes.map((change) => memory.on(changeEventOf(change), () => metrics.memoryChanges.add({ change }))),
    memory.on('memoriesLinked', ({ link: { type } }) => metrics.links.add({ change: 'made', type })),
    memory.on('memoriesUnlinked', ({ link: { type } }) => metrics.links.add({ change: 'undone', type })),
    memory.on('contradictionDetected', () => metrics.contradictions.add({})),
    memory.on('patternExtracted', () => metrics.patterns.add({})),
    memory.on('episodeRecorded', ({ episode: { type } }) => metrics.episodesRecorded.add({ type })),
    memory.on('episodesFlushed', ({ count }) => metrics.episodesFlushed.add({}, count)),
    memory.on('consolidationCompleted', ({ report }) => countConsolidation(metrics, report)),
    memory.on('cycleCompleted', ({ report }) => countCycle(metrics, report)),
    ...FAILURE_NAMES.map((name) =>
      memory.on(name, ({ error }: SouvenirEvents[typeof name]) =>
        metrics.failures.add({ part: FAILURES[name], code: metricCodeOf(error) }),
      ),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The code of a `SouvenirError`; `other` for any other error. */
export const metricCodeOf = (error: unknown): string => (SouvenirError.is(error) ? error.code : 'other');

function countRecall(metrics: Metrics, { mode, items, tokens, timingsMs, model, degraded }: RecallResult): void {
  metrics.recalls.add({ mode, outcome: items.length > 0 ? 'answered' : 'silent' });
  metrics.recalledTokens.observe({}, tokens);
  for (const stage in timingsMs) {
    const seconds = (timingsMs[stage] as number) / 1000;
    if (stage === 'total') metrics.recallSeconds.observe({ mode }, seconds);
    else metrics.stageSeconds.observe({ stage }, seconds);
  }
  if (model !== undefined) countModelUse(metrics, 'recall', model);
  countDegraded(metrics, 'recall', degraded);
}

function countConsolidation(metrics: Metrics, report: ConsolidationReport): void {
  metrics.consolidationSeconds.observe({}, report.durationMs / 1000);
  metrics.memoriesEmbedded.add({}, report.memoriesEmbedded);
  for (const { component, durationMs, episodesConsumed, failures, findingsRefused } of report.components) {
    metrics.componentSeconds.observe({ component }, durationMs / 1000);
    metrics.episodesConsumed.add({ component }, episodesConsumed);
    metrics.sessionFailures.add({ component }, failures.length);
    metrics.findingsRefused.add({ component }, findingsRefused);
  }
  countModelUse(metrics, 'consolidate', report);
  countDegraded(metrics, 'consolidate', report.degraded);
}

function countCycle(metrics: Metrics, report: CycleReport): void {
  metrics.cycleSeconds.observe({}, report.durationMs / 1000);
  countModelUse(metrics, 'cycle', report);
  countDegraded(metrics, 'cycle', report.degraded);
}

function countModelUse(
  metrics: Metrics,
  operation: string,
  { modelCalls, inputTokens, outputTokens }: Pick<CycleReport, 'modelCalls' | 'inputTokens' | 'outputTokens'>,
): void {
  metrics.modelCalls.add({ operation }, modelCalls);
  metrics.modelTokens.add({ operation, direction: 'input' }, inputTokens);
  metrics.modelTokens.add({ operation, direction: 'output' }, outputTokens);
}

function countDegraded(metrics: Metrics, operation: string, degraded: readonly Degradation[]): void {
  if (degraded.length === 0) return;
  metrics.degraded.add({ operation });
  for (const { part } of degraded) metrics.degradedParts.add({ operation, part });
}
