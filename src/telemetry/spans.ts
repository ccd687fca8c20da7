import { noTracing, type SpanAttributes, type Tracing } from '../contracts/tracing.ts';
import type { RecallResult } from '../model/recall.ts';
import type { ConsolidationReport, CycleReport, Degradation } from '../model/report.ts';
import { metricCodeOf } from './measure.ts';
import type { Metrics } from './metrics.ts';

type Work<Result> = () => Promise<Result>;

interface Composed {
  readonly tokens: number;
  readonly degraded: readonly Degradation[];
}

interface Turned {
  readonly audit: { readonly tokens: number };
  readonly degraded: readonly Degradation[];
}

/** The traced operations. Each span gets attributes from its result. */
export interface Spans {
  flush<Result>(work: Work<Result>): Promise<Result>;
  recall(work: Work<RecallResult>): Promise<RecallResult>;
  consolidate(work: Work<ConsolidationReport>): Promise<ConsolidationReport>;
  cycle(work: Work<CycleReport>): Promise<CycleReport>;
  compose<Result extends Composed>(work: Work<Result>): Promise<Result>;
  turn<Result extends Turned>(work: Work<Result>): Promise<Result>;
}

export function spansOf(tracing: Tracing): Spans {
  const traced = <Result>(
    name: string,
    work: Work<Result>,
    attributesOf: (result: Result) => SpanAttributes,
    timingsOf: (result: Result) => Readonly<Record<string, number>> = () => ({}),
  ): Promise<Result> =>
    tracing.span(name, {}, async (span) => {
      const result = await work();
      span.set(attributesOf(result));
      span.stages(timingsOf(result));
      return result;
    });
  return {
    flush: (work) => tracing.span('souvenir.flush', {}, work),
    turn: (work) => traced('souvenir.turn', work, ({ audit: { tokens }, degraded }) => ofPrompt({ tokens, degraded })),
    recall: (work) => traced('souvenir.recall', work, ofRecall, ({ timingsMs }) => timingsMs),
    consolidate: (work) => traced('souvenir.consolidate', work, ofConsolidation),
    cycle: (work) => traced('souvenir.cycle', work, ofCycle),
    compose: (work) => traced('souvenir.compose', work, ofPrompt),
  };
}

const ofPrompt = ({ tokens, degraded }: Composed): SpanAttributes => ({
  'souvenir.tokens': tokens,
  'souvenir.degraded': partsOf(degraded),
});

const ofRecall = ({ mode, items, tokens, confidence, candidates, degraded }: RecallResult): SpanAttributes => ({
  'souvenir.recall.mode': mode,
  'souvenir.recall.items': items.length,
  'souvenir.recall.confidence': confidence,
  ...Object.fromEntries(
    Object.entries(candidates).map(([signal, count]) => [`souvenir.recall.candidates.${signal}`, count]),
  ),
  'souvenir.tokens': tokens,
  'souvenir.degraded': partsOf(degraded),
});

const ofConsolidation = (report: ConsolidationReport): SpanAttributes => ({
  'souvenir.sessions.processed': report.sessionsProcessed,
  'souvenir.sessions.skipped': report.sessionsSkipped,
  'souvenir.episodes.consumed': report.episodesConsumed,
  'souvenir.memories.created': report.memoriesCreated,
  'souvenir.memories.superseded': report.memoriesSuperseded,
  'souvenir.memories.embedded': report.memoriesEmbedded,
  ...ofModel(report),
  'souvenir.degraded': partsOf(report.degraded),
});

const ofCycle = (report: CycleReport): SpanAttributes => ({
  'souvenir.memories.processed': report.memoriesProcessed,
  'souvenir.memories.archived': report.memoriesArchived,
  'souvenir.memories.merged': report.duplicatesMerged,
  'souvenir.patterns': report.patternsExtracted,
  ...ofModel(report),
  'souvenir.degraded': partsOf(report.degraded),
});

const ofModel = ({ modelCalls, inputTokens, outputTokens }: ConsolidationReport | CycleReport): SpanAttributes => ({
  'souvenir.model.calls': modelCalls,
  'souvenir.model.input_tokens': inputTokens,
  'souvenir.model.output_tokens': outputTokens,
});

const partsOf = (degraded: readonly Degradation[]): string[] => [...new Set(degraded.map(({ part }) => part))];

/**
 * Tracing that also counts duration and failures of every span by its name.
 * @example const souvenir = await createSouvenir({ store, tracing: timedTracing(metrics) });
 */
export function timedTracing(metrics: Metrics, tracing: Tracing = noTracing): Tracing {
  return {
    async span(name, attributes, work) {
      const operation = name.replace(/^souvenir\./, '');
      const begun = performance.now();
      try {
        return await tracing.span(name, attributes, work);
      } catch (error) {
        metrics.operationFailures.add({ operation, code: metricCodeOf(error) });
        throw error;
      } finally {
        metrics.operationSeconds.observe({ operation }, (performance.now() - begun) / 1000);
      }
    },
  };
}
