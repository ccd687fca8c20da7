import { z } from 'zod';
import { memorySchema } from './memory.ts';
import { momentSchema, nameSchema, unitSchema } from './primitives.ts';
import { degradationSchema } from './report.ts';
import { scopeInputSchema } from './scope.ts';

const share = z.number();

/** How a score came to be: each signal's magnitude and weighted share, and what the sum was multiplied by. */
export const breakdownSchema = z.object({
  signals: z.object({ text: share, vector: share, entity: share }),
  contributions: z.object({ text: share, vector: share, entity: share, neighbours: share, speaker: share }),
  adjustments: z.object({ component: share, importance: share, age: share }),
});
export type Breakdown = Readonly<z.infer<typeof breakdownSchema>>;

export const recallItemSchema = memorySchema
  .pick({
    id: true,
    content: true,
    type: true,
    component: true,
    category: true,
    importance: true,
    provenance: true,
    createdAt: true,
    validAt: true,
    sessionId: true,
    projectId: true,
  })
  .extend({ score: share, tokens: z.int().nonnegative(), breakdown: breakdownSchema });
export type RecallItem = Readonly<z.infer<typeof recallItemSchema>>;

export const recallResultSchema = z.object({
  query: z.string(),
  /** Best first; empty when nothing held is relevant. */
  items: z.array(recallItemSchema),
  tokens: z.int().nonnegative(),
  /** Why there is nothing, when there is nothing. */
  reason: z.string().optional(),
  /** How many candidates each signal brought, and how many were cut at each stage. */
  candidates: z.object({ text: z.int(), vector: z.int(), entity: z.int() }),
  cut: z.object({ belowThreshold: z.int(), duplicates: z.int(), overTopK: z.int(), overBudget: z.int() }),
  timingsMs: z.record(z.string(), z.number()),
  degraded: z.array(degradationSchema),
});
export type RecallResult = Readonly<z.infer<typeof recallResultSchema>>;

export const recallOptionsSchema = z.strictObject({
  ...scopeInputSchema.shape,
  topK: z.int().min(1).max(1000).optional(),
  /** `null` for no limit. */
  tokenBudget: z.int().min(0).nullable().optional(),
  threshold: unitSchema.optional(),
  types: z.array(memorySchema.shape.type).optional(),
  components: z.array(nameSchema).optional(),
  categories: z.array(nameSchema).optional(),
  /** Answer from what was known and true at this moment. */
  asOf: momentSchema.optional(),
  /** The query's vector, where the caller already has it. */
  queryVector: z.custom<Float32Array>((value) => value instanceof Float32Array, 'must be a Float32Array').optional(),
  /** False leaves no trace: no access is counted. */
  touch: z.boolean().default(true),
});
export type RecallOptions = Readonly<z.input<typeof recallOptionsSchema>>;
