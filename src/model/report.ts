import { z } from 'zod';

/** Something that did not work while the rest did. */
export const degradationSchema = z.object({
  /** The part that failed: a signal, the embedder, a component. */
  part: z.string(),
  reason: z.string(),
  /** Which kind of failure, where the reason is in the words of whatever failed. */
  code: z.string().optional(),
});
export type Degradation = Readonly<z.infer<typeof degradationSchema>>;

const count = z.int().nonnegative();

/** What one component did in a consolidation. */
export const componentReportSchema = z.object({
  component: z.string(),
  sessionsProcessed: count,
  sessionsSkipped: count,
  episodesConsumed: count,
  memoriesCreated: count,
  memoriesMerged: count,
  memoriesSuperseded: count,
  /** Those whose importance fell, and those that ended with their session or were one too many. */
  memoriesDecayed: count,
  memoriesExpired: count,
  entitiesUpserted: count,
  relationshipsUpserted: count,
  /** Calls to a language model, what they took, and how many of its findings were refused. Tokens are counted here where it does not tell. */
  modelCalls: count,
  inputTokens: count,
  outputTokens: count,
  findingsRefused: count,
  /** How often the model said that two memories are the same or one replaces the other, and nothing else spoke for it: both stay. */
  verdictsDoubted: count,
  durationMs: z.number().nonnegative(),
  /** The sessions that failed; their episodes stay unconsolidated and are tried again. */
  failures: z.array(z.object({ sessionId: z.string(), reason: z.string(), code: z.string().optional() })),
});
export type ComponentReport = Readonly<z.infer<typeof componentReportSchema>>;

/** What the components did together; a session counts as skipped if any of them failed on it. */
const totalsSchema = componentReportSchema.omit({ component: true, durationMs: true, failures: true });
export type ConsolidationTotals = Readonly<z.infer<typeof totalsSchema>>;

export const consolidationReportSchema = totalsSchema.extend({
  components: z.array(componentReportSchema),
  /** Sessions that were found to have ended. */
  sessionsEnded: count,
  memoriesEmbedded: count,
  personalityUpdated: z.boolean(),
  durationMs: z.number().nonnegative(),
  degraded: z.array(degradationSchema),
});
export type ConsolidationReport = Readonly<z.infer<typeof consolidationReportSchema>>;

export const cycleStageSchema = z.enum(['gather', 'extract', 'strengthen', 'link', 'prune']);
export type CycleStage = z.infer<typeof cycleStageSchema>;

/** What one run of the cycle did. */
export const cycleReportSchema = z.object({
  memoriesProcessed: count,
  /** Recurring themes found, and how many of them became memories of their own. */
  themes: count,
  patternsExtracted: count,
  /** Patterns known before that showed again. */
  patternsSeenAgain: count,
  memoriesStrengthened: count,
  linksMade: count,
  contradictions: count,
  duplicatesMerged: count,
  memoriesArchived: count,
  /** It went on where an earlier run was cut short. */
  resumed: z.boolean(),
  modelCalls: count,
  inputTokens: count,
  outputTokens: count,
  durationMs: z.number().nonnegative(),
  degraded: z.array(degradationSchema),
});
export type CycleReport = Readonly<z.infer<typeof cycleReportSchema>>;
