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

export const causeSchema = z.object({
  kind: changeKindSchema,
  reason: z.string().optional(),
  /** The memory that superseded it, or that it was merged into. */
  by: idSchema.optional(),
});
export type Cause = Readonly<z.infer<typeof causeSchema>>;

export const memoryTypeSchema = z.enum(['semantic', 'episodic', 'procedural', 'working']);
/** `semantic`: a fact. `episodic`: an event. `procedural`: a way to do something. `working`: what matters only to the present task. */
export type MemoryType = z.infer<typeof memoryTypeSchema>;

export const memoryStatusSchema = z.enum(['active', 'expired', 'decayed', 'archived', 'superseded', 'forgotten']);
/** Only `active` memories are recalled unless a call asks for others. */
export type MemoryStatus = z.infer<typeof memoryStatusSchema>;

/** The learning context of a memory worded by a language model. */
export const READ_BY_MODEL = 'read by a language model';

export const provenanceSchema = z.object({
  episodeIds: z.array(idSchema).default([]),
  /** The caller's ids of those turns, in the same order. */
  turnIds: z.array(foreignIdSchema).default([]),
  /** The position of the first episode in its session. */
  position: z.int().positive().optional(),
  conversationId: foreignIdSchema.optional(),
  documentId: foreignIdSchema.optional(),
  learningContext: z.string().optional(),
  /** The agent that learnt it and the memory it was published from, if they differ from its own. */
  agentId: scopeIdSchema.optional(),
  memoryId: idSchema.optional(),
});
export type Provenance = Readonly<z.infer<typeof provenanceSchema>>;

export const confidencePointSchema = z.object({ confidence: unitSchema, at: momentSchema });

export const memorySchema = scopeSchema.extend({
  id: idSchema,
  content: contentSchema,
  type: memoryTypeSchema,
  component: nameSchema,
  category: nameSchema,
  importance: unitSchema,
  confidence: unitSchema,
  /** The history of the confidence, oldest first; the last point is the present one. */
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
  /** The moment up to which fading is applied. */
  fadedAt: momentSchema.optional(),
  doubtedAt: momentSchema.optional(),
});
/** A lasting memory. `validAt` and `invalidAt` say when it was true, `createdAt` when it was learnt. */
export type Memory = Readonly<z.infer<typeof memorySchema>>;

/** The category of turns without content of their own; prompts leave them out. */
export const FILLER = 'filler';

/** Whether a model worded it: such a text states one thing, with names for pronouns and dates for "tomorrow", and is understood alone. */
export const isWordedByModel = ({ provenance }: Pick<Memory, 'provenance'>): boolean =>
  provenance.learningContext === READ_BY_MODEL;

/** The learning context of a memory whose words were edited: it keeps its sources, but need not repeat them. */
export const REWORDED = 'reworded by hand';

export const MAX_SOURCES = 20;

/** Bounds a growing list to its first item, the origin, and the latest. */
export const firstAndLatest = <Item>(items: readonly Item[]): Item[] =>
  items.length <= MAX_SOURCES ? [...items] : [...items.slice(0, 1), ...items.slice(1 - MAX_SOURCES)];

export const isVerbatimTurn = ({ type, provenance }: Pick<Memory, 'type' | 'provenance'>): boolean =>
  type === 'episodic' && provenance.episodeIds.length > 0;

/** When its content happened, as far as known. */
export const happenedAt = ({ validAt, createdAt }: Pick<Memory, 'validAt' | 'createdAt'>): Date => validAt ?? createdAt;

/** The content of a memory; of a turn of another role than the user's, with the role. */
export function withRole({
  content,
  type,
  metadata: { role, speaker },
}: Pick<Memory, 'content' | 'type' | 'metadata'>): string {
  return type === 'episodic' && speaker === undefined && typeof role === 'string' && role !== 'user'
    ? `${role}: ${content}`
    : content;
}

/** The period in which something is true; an absent bound is open. */
export interface Validity {
  readonly validAt?: Date | undefined;
  readonly invalidAt?: Date | undefined;
}

export function overlapInTime(one: Validity, other: Validity): boolean {
  const startsBeforeEnd = ({ validAt }: Validity, { invalidAt }: Validity) =>
    validAt === undefined || invalidAt === undefined || validAt < invalidAt;
  return startsBeforeEnd(one, other) && startsBeforeEnd(other, one);
}

/** The memory that a component returns; the engine adds the rest. Only `content` and `category` are required. */
export const memoryDraftSchema = z.object({
  /** Set if another part of the same write refers to it. */
  id: idSchema.optional(),
  content: contentSchema,
  category: nameSchema,
  type: memoryTypeSchema.default('semantic'),
  importance: unitSchema.default(0.5),
  confidence: unitSchema.default(0.8),
  entityIds: z.array(idSchema).default([]),
  episodeIds: z.array(idSchema).default([]),
  learningContext: z.string().optional(),
  metadata: jsonObjectSchema.default({}),
  validAt: momentSchema.optional(),
  invalidAt: momentSchema.optional(),
  /** The memory of the same write that supersedes it. */
  supersededBy: idSchema.optional(),
  /** Set if it is doubted from the beginning. */
  doubtedAt: momentSchema.optional(),
});
export type MemoryDraft = Readonly<z.input<typeof memoryDraftSchema>>;

/** A change to one memory; absent fields stay. `null` clears an optional field. */
export const memoryUpdateSchema = z.object({
  id: idSchema,
  /** Set if the changed fields do not show it. */
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

/** The component of an agent's persona, which no other agent reads or publishes. */
export const PERSONALITY = 'personality';
