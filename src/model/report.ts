import { z } from 'zod';

export const degradationSchema = z.object({
  /** The part that failed: a signal, the embedder, a component. */
  part: z.string(),
  reason: z.string(),
  /** The error code, if the reason is the text of a foreign error. */
  code: z.string().optional(),
});
/** A failed part of an operation whose rest succeeded. */
export type Degradation = Readonly<z.infer<typeof degradationSchema>>;

const count = z.int().nonnegative();

export const componentReportSchema = z.object({
  component: z.string(),
  sessionsProcessed: count,
  sessionsSkipped: count,
  episodesConsumed: count,
  memoriesCreated: count,
  memoriesMerged: count,
  memoriesSuperseded: count,
  /** `memoriesDecayed`: lost importance. `memoriesExpired`: ended with their session or exceeded a cap. */
  memoriesDecayed: count,
  memoriesExpired: count,
  entitiesUpserted: count,
  relationshipsUpserted: count,
  /** Calls to a language model, their tokens (counted here if the model does not report them), and refused findings. */
  modelCalls: count,
  inputTokens: count,
  outputTokens: count,
  findingsRefused: count,
  /** Relations between memories that nothing but the model supports; both memories stay. */
  verdictsDoubted: count,
  durationMs: z.number().nonnegative(),
  /** Failed sessions; their episodes are tried again. */
  failures: z.array(z.object({ sessionId: z.string(), reason: z.string(), code: z.string().optional() })),
});
export type ComponentReport = Readonly<z.infer<typeof componentReportSchema>>;

/** The sum over components; a session counts as skipped if one of them failed on it. */
const totalsSchema = componentReportSchema.omit({ component: true, durationMs: true, failures: true });
export type ConsolidationTotals = Readonly<z.infer<typeof totalsSchema>>;

export const consolidationReportSchema = totalsSchema.extend({
  components: z.array(componentReportSchema),
  /** Idle sessions that this consolidation ended. */
  sessionsEnded: count,
  memoriesEmbedded: count,
  personalityUpdated: z.boolean(),
  durationMs: z.number().nonnegative(),
  degraded: z.array(degradationSchema),
});
/** The report of a consolidation. */
export type ConsolidationReport = Readonly<z.infer<typeof consolidationReportSchema>>;

export const cycleStageSchema = z.enum(['gather', 'extract', 'strengthen', 'link', 'prune']);
export type CycleStage = z.infer<typeof cycleStageSchema>;

export const cycleReportSchema = z.object({
  memoriesProcessed: count,
  /** Recurring themes, and how many of them became memories. */
  themes: count,
  patternsExtracted: count,
  /** Known patterns that recurred. */
  patternsSeenAgain: count,
  memoriesStrengthened: count,
  linksMade: count,
  contradictions: count,
  duplicatesMerged: count,
  memoriesArchived: count,
  /** It continued an interrupted run. */
  resumed: z.boolean(),
  modelCalls: count,
  inputTokens: count,
  outputTokens: count,
  durationMs: z.number().nonnegative(),
  degraded: z.array(degradationSchema),
});
/** The report of a cycle, by stage. */
export type CycleReport = Readonly<z.infer<typeof cycleReportSchema>>;
