import { z } from 'zod';
import { type Role, roleSchema } from './episode.ts';
import { type Memory, memorySchema, memoryStatusSchema } from './memory.ts';
import { MAX_NAMES, momentSchema, namesSchema, scopeIdSchema, unitSchema } from './primitives.ts';
import { degradationSchema } from './report.ts';
import { salienceSchema } from './salience.ts';

const share = z.number();

/** How relevant it is: each signal's magnitude and weighted share, and what the sum was multiplied by. */
export const breakdownSchema = z.object({
  signals: z.object({ text: share, vector: share, entity: share, time: share }),
  /** What each feature added; by a ranker that is no weighted sum, all under its name. */
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
  /** What the reader says of the turn that it is or was drawn from: the logarithm of the odds that it answers, and how likely it is outdated. */
  reading: z.object({ odds: share, outdated: unitSchema.optional() }).optional(),
  /** In the mode `important`, of which this is the score. */
  salience: salienceSchema.optional(),
});
export type Breakdown = Readonly<z.infer<typeof breakdownSchema>>;

/** Another memory that says the same, and what it takes it for. */
const sameSchema = memorySchema.pick({ id: true, component: true, type: true, category: true, status: true }).extend({
  /** The field of the user's profile that it says something for. */
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
    /** Whose words they are, as far as it was noted. */
    role: roleSchema.optional(),
    /** The name of whoever spoke, where it is known. */
    speaker: z.string().optional(),
    /** A turn that waits to be consolidated: it has the id of its episode, and no memory can be changed by it. */
    isWaiting: z.boolean().optional(),
    /** A turn that says what no longer holds: which memory took its place, and since when, where that is known. */
    outdated: z.object({ by: memorySchema.shape.id.optional(), since: momentSchema.optional() }).optional(),
    /** The other memories that say the same. The score is that of the best of them all. */
    alsoIn: z.array(sameSchema).optional(),
    /** Of a query that asks several things, the question that it was found for. */
    question: z.string().optional(),
    /** How relevant it is; in another mode than `relevant`, how recent, salient, frequent or sure. */
    score: share,
    /** How likely it is part of the answer. */
    confidence: unitSchema,
    tokens: z.int().nonnegative(),
    breakdown: breakdownSchema,
  });
export type RecallItem = Readonly<z.infer<typeof recallItemSchema>>;

/**
 * What the answer is ordered by. All but `relevant` also answer without a query; with one, from what is relevant to it.
 * `recent` is what was recalled, else learnt, last; `changed` what was learnt or changed in a time, whatever became of it, the latest first; `certain` the surest first.
 */
export const recallModeSchema = z.enum([
  'relevant',
  'recent',
  'important',
  'frequent',
  'temporal',
  'changed',
  'certain',
]);
export type RecallMode = z.infer<typeof recallModeSchema>;

export const recallResultSchema = z.object({
  query: z.string(),
  mode: recallModeSchema,
  /** Best first, or in the order of the mode; empty when nothing held is relevant. */
  items: z.array(recallItemSchema),
  tokens: z.int().nonnegative(),
  /** How likely it is that the memory holds an answer, told even when none is given, and what it was read from. */
  confidence: unitSchema,
  evidence: z.record(z.string(), share),
  /** Why there is nothing, when there is nothing. */
  reason: z.string().optional(),
  /** Where there is nothing: what answers among memories that were archived, three at most. Restore those that matter. */
  archived: z.array(recallItemSchema).optional(),
  /** How many candidates each signal brought, or without a query the order of the mode, and how many were cut at each stage. */
  candidates: z.object({ text: z.int(), vector: z.int(), entity: z.int(), time: z.int(), listed: z.int() }),
  cut: z.object({ belowThreshold: z.int(), duplicates: z.int(), overTopK: z.int(), overBudget: z.int() }),
  /** What the reader asked of a language model, where it is one. */
  model: z
    .object({ modelCalls: z.int(), inputTokens: z.int().nonnegative(), outputTokens: z.int().nonnegative() })
    .optional(),
  timingsMs: z.record(z.string(), z.number()),
  degraded: z.array(degradationSchema),
});
export type RecallResult = Readonly<z.infer<typeof recallResultSchema>>;

/** Whose words a memory is, as far as it was noted. */
export const roleOf = ({ metadata = {} }: Partial<Pick<Memory, 'metadata'>>): Role | undefined =>
  roleSchema.options.find((role) => role === metadata['role']);

export const spokenBy = ({ metadata = {} }: Partial<Pick<Memory, 'metadata'>>): string | undefined =>
  typeof metadata['speaker'] === 'string' ? metadata['speaker'] : undefined;

const hasDirection = (value: unknown): boolean =>
  value instanceof Float32Array && value.every(Number.isFinite) && value.some((part) => part !== 0);

/** Those that recall can be asked to include. What is forgotten stays out. */
export const inactiveStatusSchema = memoryStatusSchema.exclude(['active', 'forgotten']);

export const recallFieldsSchema = z.strictObject({
  /** Only what was said in this session; all of them unless given. */
  sessionId: scopeIdSchema.optional(),
  topK: z.int().min(1).max(1000).optional(),
  /** `null` for no limit. */
  tokenBudget: z.int().min(0).nullable().optional(),
  threshold: unitSchema.optional(),
  /** Items with less than this share of the best one's score are left out: nearer to 1, fewer and surer ones. */
  leastShare: unitSchema.optional(),
  types: z.array(memorySchema.shape.type).max(MAX_NAMES).optional(),
  components: namesSchema.optional(),
  categories: namesSchema.optional(),
  /** Names, without regard to case, of which a memory must mention one. */
  entities: namesSchema.optional(),
  minImportance: unitSchema.optional(),
  minSalience: unitSchema.optional(),
  /** Memories that no longer count are left out unless their status is named here. */
  include: z.array(inactiveStatusSchema).max(MAX_NAMES).optional(),
  /** `relevant`, unless `from` or `to` is given or the query asks for a time, what changed or what is surest. */
  mode: recallModeSchema.optional(),
  /** Only what happened between these moments, both included. */
  from: momentSchema.optional(),
  to: momentSchema.optional(),
  /** Answer from what was known and true at this moment. */
  asOf: momentSchema.optional(),
  /** The query's vector, where the caller already has it. */
  queryVector: z.custom<Float32Array>(hasDirection, 'must be a Float32Array of finite numbers, not all 0').optional(),
  /** Once it aborts, nothing more is searched or read for the answer, and the call rejects. */
  signal: z.instanceof(AbortSignal).optional(),
  /** False leaves no trace: no access is counted, nor is one of a time past. */
  touch: z.boolean().default(true),
});

export const recallOptionsSchema = recallFieldsSchema.refine(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  { path: ['from'], error: 'is after `to`' },
);
export type RecallOptions = Readonly<z.input<typeof recallOptionsSchema>>;

/** A recall as the pipeline gets it: the caller's options, and what the handle they were given to says. */
export interface RecallRequest extends RecallOptions {
  readonly projectId?: string | undefined;
  /** The session that is going on: "last time" was before it. */
  readonly currentSessionId?: string | undefined;
  /** Whether an empty answer looks among archived memories for what it can offer. */
  readonly offersArchived?: boolean;
}
