import { z } from 'zod';

/** Something that did not work while the rest did. */
export const degradationSchema = z.object({
  /** The part that failed: a signal, the embedder, a component. */
  part: z.string(),
  reason: z.string(),
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
  memoriesDecayed: count,
  entitiesUpserted: count,
  relationshipsUpserted: count,
  durationMs: z.number().nonnegative(),
  /** The sessions that failed; their episodes stay unconsolidated and are tried again. */
  failures: z.array(z.object({ sessionId: z.string(), reason: z.string() })),
});
export type ComponentReport = Readonly<z.infer<typeof componentReportSchema>>;

export const consolidationReportSchema = z.object({
  components: z.array(componentReportSchema),
  memoriesEmbedded: count,
  personalityUpdated: z.boolean(),
  durationMs: z.number().nonnegative(),
  degraded: z.array(degradationSchema),
});
export type ConsolidationReport = Readonly<z.infer<typeof consolidationReportSchema>>;
