import { z } from 'zod';
import { type Role, roleSchema } from './episode.ts';
import { type Memory, memorySchema, memoryStatusSchema } from './memory.ts';
import { MAX_NAMES, momentSchema, namesSchema, scopeIdSchema, unitSchema } from './primitives.ts';
import { degradationSchema } from './report.ts';
import { salienceSchema } from './salience.ts';

const share = z.number();

/** The parts of a score: each signal's magnitude, the weighted shares, and the factors of their sum. */
export const breakdownSchema = z.object({
  signals: z.object({ text: share, vector: share, entity: share, time: share }),
  /** The share of each feature; of a nonlinear ranker, one share under its name. */
  contributions: z.record(z.string(), share),
  adjustments: z.object({
    component: share,
    importance: share,
    age: share,
    source: share,
    current: share,
    trust: share,
    read: share,
  }),
  /** The reading of the turn that it is or was drawn from: the log odds that it answers, and the chance that it is outdated. */
  reading: z.object({ odds: share, outdated: unitSchema.optional() }).optional(),
  /** Only in the mode `important`, whose score it is. */
  salience: salienceSchema.optional(),
});
export type Breakdown = Readonly<z.infer<typeof breakdownSchema>>;

/** Another memory with the same statement. */
const sameSchema = memorySchema.pick({ id: true, component: true, type: true, category: true, status: true }).extend({
  /** The profile field that it fills. */
  field: z.string().optional(),
});
export type RepeatingMemory = Readonly<z.infer<typeof sameSchema>>;

export const recallItemSchema = memorySchema
  .pick({
    id: true,
    agentId: true,
    content: true,
    type: true,
    component: true,
    category: true,
    importance: true,
    provenance: true,
    createdAt: true,
    validAt: true,
    status: true,
    doubtedAt: true,
    sessionId: true,
    projectId: true,
  })
  .extend({
    role: roleSchema.optional(),
    speaker: z.string().optional(),
    /** A turn that is not consolidated yet: its id is that of its episode, and no memory call accepts it. */
    isWaiting: z.boolean().optional(),
    /** Set on a turn that is outdated: the memory that superseded it, and since when, if known. */
    outdated: z.object({ by: memorySchema.shape.id.optional(), since: momentSchema.optional() }).optional(),
    /** Other memories with the same statement. The score is the best of all of them. */
    alsoIn: z.array(sameSchema).optional(),
    /** The question it answers, if the query has several. */
    question: z.string().optional(),
    /** Relevance; in other modes recency, salience, frequency or confidence. */
    score: share,
    /** The calibrated chance that it is part of the answer. */
    confidence: unitSchema,
    tokens: z.int().nonnegative(),
    breakdown: breakdownSchema,
  });
/** A recalled memory with its confidence and its sources. */
export type RecallItem = Readonly<z.infer<typeof recallItemSchema>>;

export const recallModeSchema = z.enum([
  'relevant',
  'recent',
  'important',
  'frequent',
  'temporal',
  'changed',
  'certain',
]);
/**
 * The order of the items. All modes but `relevant` also work without a query; with one, they order what is relevant to it. `recent`:
 * last recalled, else learnt. `changed`: learnt or changed in a time, of every status, latest first. `certain`: surest first.
 */
export type RecallMode = z.infer<typeof recallModeSchema>;

export const recallResultSchema = z.object({
  query: z.string(),
  mode: recallModeSchema,
  /** Best first, or in the order of the mode; empty if nothing is relevant. */
  items: z.array(recallItemSchema),
  tokens: z.int().nonnegative(),
  /**
   * The calibrated chance that the items contain the whole answer, also if recall is silent, and the evidence for it. On stories that no model was
   * trained on, nearly a fifth of whose questions has no answer, it is wrong by 0.054 on average (docs/results.md).
   */
  confidence: unitSchema,
  evidence: z.record(z.string(), share),
  /** Why `items` is empty. */
  reason: z.string().optional(),
  /** Only if `items` is empty: at most three archived memories that answer the query. Restore the relevant ones. */
  archived: z.array(recallItemSchema).optional(),
  /** Candidates of each signal (`listed`: without a query, in the order of the mode), and those cut at each stage. */
  candidates: z.object({ text: z.int(), vector: z.int(), entity: z.int(), time: z.int(), listed: z.int() }),
  cut: z.object({ belowThreshold: z.int(), duplicates: z.int(), overTopK: z.int(), overBudget: z.int() }),
  /** The cost of the language model, if the reader is one. */
  model: z
    .object({ modelCalls: z.int(), inputTokens: z.int().nonnegative(), outputTokens: z.int().nonnegative() })
    .optional(),
  timingsMs: z.record(z.string(), z.number()),
  degraded: z.array(degradationSchema),
});
/** The memories that matter for a query, or why there are none. */
export type RecallResult = Readonly<z.infer<typeof recallResultSchema>>;

export const roleOf = ({ metadata = {} }: Partial<Pick<Memory, 'metadata'>>): Role | undefined =>
  roleSchema.options.find((role) => role === metadata['role']);

export const spokenBy = ({ metadata = {} }: Partial<Pick<Memory, 'metadata'>>): string | undefined =>
  typeof metadata['speaker'] === 'string' ? metadata['speaker'] : undefined;

const hasDirection = (value: unknown): boolean =>
  value instanceof Float32Array && value.every(Number.isFinite) && value.some((part) => part !== 0);

/** Statuses that recall can include; never forgotten memories. */
export const inactiveStatusSchema = memoryStatusSchema.exclude(['active', 'forgotten']);

export const recallFieldsSchema = z.strictObject({
  /** Only memories of this session; of all unless given. */
  sessionId: scopeIdSchema.optional(),
  topK: z.int().min(1).max(1000).optional(),
  /** `null` for no limit. */
  tokenBudget: z.int().min(0).nullable().optional(),
  threshold: unitSchema.optional(),
  /** Items below this share of the best score are left out: values near 1 leave few, sure ones. */
  minScoreShare: unitSchema.optional(),
  types: z.array(memorySchema.shape.type).max(MAX_NAMES).optional(),
  components: namesSchema.optional(),
  categories: namesSchema.optional(),
  /** Names of which a memory must mention one, in any case. */
  entities: namesSchema.optional(),
  minImportance: unitSchema.optional(),
  minSalience: unitSchema.optional(),
  /** Statuses, besides `active`, to include. */
  include: z.array(inactiveStatusSchema).max(MAX_NAMES).optional(),
  /** `relevant` unless `from` or `to` is given, or the query asks for a time, for changes or for the surest. */
  mode: recallModeSchema.optional(),
  /** Both included. */
  from: momentSchema.optional(),
  to: momentSchema.optional(),
  /** Recalls what was known and true at this moment. */
  asOf: momentSchema.optional(),
  queryVector: z.custom<Float32Array>(hasDirection, 'must be a Float32Array of finite numbers, not all 0').optional(),
  /** Once it aborts, the call stops searching and rejects. */
  signal: z.instanceof(AbortSignal).optional(),
  /** False counts no access; a recall with `asOf` never counts one. */
  touch: z.boolean().default(true),
});

export const recallOptionsSchema = recallFieldsSchema.refine(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  { path: ['from'], error: 'is after `to`' },
);
/** Filters, order and limits of a recall. */
export type RecallOptions = Readonly<z.input<typeof recallOptionsSchema>>;

/** A recall in the pipeline: the caller's options and those of its handle. */
export interface RecallRequest extends RecallOptions {
  readonly projectId?: string | undefined;
  /** The present session: "last time" was before it. */
  readonly currentSessionId?: string | undefined;
  readonly offersArchived?: boolean;
}
