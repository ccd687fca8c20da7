import { z } from 'zod';
import {
  contentSchema,
  foreignIdSchema,
  idSchema,
  jsonObjectSchema,
  momentSchema,
  nameSchema,
  scopeIdSchema,
  unitSchema,
} from './primitives.ts';
import { scopeSchema } from './scope.ts';

/** The kinds of change to a memory. */
export const changeKindSchema = z.enum([
  'created',
  'updated',
  'corrected',
  'reinforced',
  'superseded',
  'merged',
  'archived',
  'expired',
  'decayed',
  'forgotten',
  'restored',
  'doubted',
  'rolledBack',
]);
export type ChangeKind = z.infer<typeof changeKindSchema>;

/** Why a version of a memory began. */
export const causeSchema = z.object({
  kind: changeKindSchema,
  reason: z.string().optional(),
  /** The memory that brought it about: the one that replaced it, or that it was merged into. */
  by: idSchema.optional(),
});
export type Cause = Readonly<z.infer<typeof causeSchema>>;

export const memoryTypeSchema = z.enum(['semantic', 'episodic', 'procedural', 'working']);
export type MemoryType = z.infer<typeof memoryTypeSchema>;

export const memoryStatusSchema = z.enum(['active', 'expired', 'decayed', 'archived', 'superseded', 'forgotten']);
export type MemoryStatus = z.infer<typeof memoryStatusSchema>;

/** How a memory was learnt that a language model worded. */
export const READ_BY_MODEL = 'read by a language model';

/** Where a memory comes from. */
export const provenanceSchema = z.object({
  episodeIds: z.array(idSchema).default([]),
  /** The caller's ids of the turns behind those episodes, in the same order. */
  turnIds: z.array(foreignIdSchema).default([]),
  /** The place of the first of those episodes in its session. */
  position: z.int().positive().optional(),
  conversationId: foreignIdSchema.optional(),
  documentId: foreignIdSchema.optional(),
  learningContext: z.string().optional(),
  /** The agent that learnt it, and the memory it was published from, where that is another than the one that holds it. */
  agentId: scopeIdSchema.optional(),
  memoryId: idSchema.optional(),
});
export type Provenance = Readonly<z.infer<typeof provenanceSchema>>;

export const confidencePointSchema = z.object({ confidence: unitSchema, at: momentSchema });

/** A lasting memory. `validAt` and `invalidAt` say when it was true, `createdAt` when it was learnt. */
export const memorySchema = scopeSchema.extend({
  id: idSchema,
  content: contentSchema,
  type: memoryTypeSchema,
  component: nameSchema,
  category: nameSchema,
  importance: unitSchema,
  confidence: unitSchema,
  /** How the confidence came to be, oldest first; its last point is the confidence now. */
  confidenceTrajectory: z.array(confidencePointSchema).min(1),
  salience: unitSchema,
  entityIds: z.array(idSchema),
  provenance: provenanceSchema,
  metadata: jsonObjectSchema,
  createdAt: momentSchema,
  updatedAt: momentSchema,
  lastAccessedAt: momentSchema.optional(),
  accessCount: z.int().nonnegative(),
  lastReinforcedAt: momentSchema.optional(),
  validAt: momentSchema.optional(),
  invalidAt: momentSchema.optional(),
  status: memoryStatusSchema,
  supersededBy: idSchema.optional(),
  /** Up to when its fading is counted in. */
  fadedAt: momentSchema.optional(),
  /** Since when something it rests on no longer holds. */
  doubtedAt: momentSchema.optional(),
});
export type Memory = Readonly<z.infer<typeof memorySchema>>;

/** The category of a turn that says nothing of itself: no prompt has a line for it. */
export const FILLER = 'filler';

/** What a language model worded says one thing, with names for pronouns and days for "tomorrow": it counts for itself. */
export const isWordedByModel = ({ provenance }: Pick<Memory, 'provenance'>): boolean =>
  provenance.learningContext === READ_BY_MODEL;

/** How a memory was learnt whose words somebody changed: it keeps its sources, but need not say what they do. */
export const REWORDED = 'reworded by hand';

/** So many of its sources a memory names. */
export const MAX_SOURCES = 20;

/** A list that grows with every repetition, bounded: its first item, where the memory came from, and the latest. */
export const firstAndLatest = <Item>(items: readonly Item[]): Item[] =>
  items.length <= MAX_SOURCES ? [...items] : [...items.slice(0, 1), ...items.slice(1 - MAX_SOURCES)];

/** What keeps a turn word for word. */
export const keepsTurn = ({ type, provenance }: Pick<Memory, 'type' | 'provenance'>): boolean =>
  type === 'episodic' && provenance.episodeIds.length > 0;

/** When what it tells of happened, as far as is known. */
export const happenedAt = ({ validAt, createdAt }: Pick<Memory, 'validAt' | 'createdAt'>): Date => validAt ?? createdAt;

/** What a memory says, and of a turn that is not the user's also who said it. */
export function withRole({
  content,
  type,
  metadata: { role, speaker },
}: Pick<Memory, 'content' | 'type' | 'metadata'>): string {
  return type === 'episodic' && speaker === undefined && typeof role === 'string' && role !== 'user'
    ? `${role}: ${content}`
    : content;
}

/** Since when, and until when, something is true; open where it is not said. */
export interface Validity {
  readonly validAt?: Date | undefined;
  readonly invalidAt?: Date | undefined;
}

/** Whether there is a time of which both say something. */
export function overlapInTime(one: Validity, other: Validity): boolean {
  const startsBeforeEnd = ({ validAt }: Validity, { invalidAt }: Validity) =>
    validAt === undefined || invalidAt === undefined || validAt < invalidAt;
  return startsBeforeEnd(one, other) && startsBeforeEnd(other, one);
}

/** What a component hands in; the engine adds the rest. `content` and `category` are all that is required. */
export const memoryDraftSchema = z.object({
  /** Where something else in the same write refers to it. */
  id: idSchema.optional(),
  content: contentSchema,
  category: nameSchema,
  type: memoryTypeSchema.default('semantic'),
  importance: unitSchema.default(0.5),
  confidence: unitSchema.default(0.8),
  entityIds: z.array(idSchema).default([]),
  /** The episodes it was drawn from. */
  episodeIds: z.array(idSchema).default([]),
  learningContext: z.string().optional(),
  metadata: jsonObjectSchema.default({}),
  validAt: momentSchema.optional(),
  invalidAt: momentSchema.optional(),
  /** The memory of the same write that already replaced it. */
  supersededBy: idSchema.optional(),
  /** Since when it is in doubt, where it is so from the beginning. */
  doubtedAt: momentSchema.optional(),
});
export type MemoryDraft = Readonly<z.input<typeof memoryDraftSchema>>;

/** A change to one memory; what is not named stays. `null` clears an optional field. */
export const memoryUpdateSchema = z.object({
  id: idSchema,
  /** Where the rest does not tell it. */
  cause: causeSchema.optional(),
  content: contentSchema.optional(),
  type: memoryTypeSchema.optional(),
  category: nameSchema.optional(),
  importance: unitSchema.optional(),
  confidence: unitSchema.optional(),
  confidenceTrajectory: z.array(confidencePointSchema).min(1).optional(),
  salience: unitSchema.optional(),
  entityIds: z.array(idSchema).optional(),
  provenance: provenanceSchema.optional(),
  metadata: jsonObjectSchema.optional(),
  updatedAt: momentSchema.optional(),
  lastReinforcedAt: momentSchema.nullish(),
  validAt: momentSchema.nullish(),
  invalidAt: momentSchema.nullish(),
  status: memoryStatusSchema.optional(),
  supersededBy: idSchema.nullish(),
  fadedAt: momentSchema.nullish(),
  doubtedAt: momentSchema.nullish(),
});
export type MemoryUpdate = Readonly<z.infer<typeof memoryUpdateSchema>>;

/** The component of an agent's persona, which no other agent sees or publishes. */
export const PERSONALITY = 'personality';
