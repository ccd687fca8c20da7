import { z } from 'zod';
import { linkTypeSchema } from './graph.ts';
import { type Memory, memoryStatusSchema, memoryTypeSchema } from './memory.ts';
import {
  asGivenJson,
  foreignIdSchema,
  type jsonObjectSchema,
  MAX_NAMES,
  momentSchema,
  nameSchema,
  namesSchema,
  noteSchema,
  scopeIdSchema,
  statementSchema,
  unitSchema,
} from './primitives.ts';
import { type Trust, trustSchema } from './trust.ts';

/** The component of memories that were added by a caller. */
export const REMEMBERED = 'remembered';

/** Any JSON; `trust` must be a known value. */
const metadataSchema = asGivenJson<z.ZodType<Metadata, Metadata>>(
  z.object({ trust: trustSchema.optional() }).catchall(z.json()),
);
/** An intersection, because an index signature would also apply to the optional field. */
type Metadata = { trust?: Trust | undefined } & z.output<typeof jsonObjectSchema>;

export const addOptionsSchema = z.strictObject({
  type: memoryTypeSchema.optional(),
  category: nameSchema.optional(),
  importance: unitSchema.optional(),
  confidence: unitSchema.optional(),
  validAt: momentSchema.optional(),
  invalidAt: momentSchema.optional(),
  /** Entities besides those in its text. */
  entities: namesSchema.optional(),
  metadata: metadataSchema.optional(),
  conversationId: foreignIdSchema.optional(),
  documentId: foreignIdSchema.optional(),
  learningContext: noteSchema.optional(),
  turnId: foreignIdSchema.optional(),
});
/** Options of a new memory; missing fields are derived from its words. */
export type AddOptions = Readonly<z.input<typeof addOptionsSchema>>;

/** The result of `memories.add`: the memory, and its effect on stored ones. */
export interface Added {
  readonly memory: Memory;
  /** `merged`: it was known and is surer now. */
  readonly did: 'created' | 'merged';
  readonly superseded: readonly Memory[];
  /** Memories that depend on a superseded one. */
  readonly doubted: readonly Memory[];
  readonly why: { readonly type: string; readonly importance: string };
}

/** The corrected memory, and the ids of those it supersedes: empty if no memory had the error. */
export type Corrected = Memory & { readonly corrected: readonly string[] };

/** A forgotten memory, and turns of the assistant that repeat it and are not forgotten. */
export type Forgotten = Memory & { readonly echoes: readonly Memory[] };

export const reinforcementReasonSchema = z.enum([
  'explicitConfirmation',
  'successfulApplication',
  'repeatedAccess',
  'userCorrection',
]);
export type ReinforcementReason = z.infer<typeof reinforcementReasonSchema>;

export const memoryChangeSchema = z
  .strictObject({
    content: statementSchema.optional(),
    type: memoryTypeSchema.optional(),
    category: nameSchema.optional(),
    importance: unitSchema.optional(),
    confidence: unitSchema.optional(),
    /** Replaces all metadata; it cannot raise the trust unless it sets `trust`. */
    metadata: metadataSchema.optional(),
    validAt: momentSchema.nullish(),
    invalidAt: momentSchema.nullish(),
    reason: noteSchema.optional(),
  })
  .refine((change) => Object.entries(change).some(([field, value]) => field !== 'reason' && value !== undefined), {
    error: 'names nothing to change',
  });
/** The fields of a memory that a caller may change. `null` clears. */
export type MemoryChange = Readonly<z.input<typeof memoryChangeSchema>>;

export const memorySelectionSchema = z.strictObject({
  /** Only of this session; of all unless given. */
  sessionId: scopeIdSchema.optional(),
  asOf: momentSchema.optional(),
  /** Active ones unless given. */
  statuses: z.array(memoryStatusSchema).max(MAX_NAMES).optional(),
  types: z.array(memoryTypeSchema).max(MAX_NAMES).optional(),
  components: namesSchema.optional(),
  categories: namesSchema.optional(),
  entities: namesSchema.optional(),
  minImportance: unitSchema.optional(),
  minSalience: unitSchema.optional(),
  /** Both included. */
  from: momentSchema.optional(),
  to: momentSchema.optional(),
});
/** Selects memories; all given fields must match. */
export type MemorySelection = Readonly<z.input<typeof memorySelectionSchema>>;

export const listOptionsSchema = memorySelectionSchema.extend({
  sort: z
    .enum(['created', 'updated', 'happened', 'importance', 'confidence', 'salience', 'accesses'])
    .default('created'),
  descending: z.boolean().default(false),
  limit: z.int().min(1).max(1000).default(100),
  /** A substring of the content, in any case. */
  containing: z
    .string()
    .min(1)
    .max(200)
    .refine((text) => text.isWellFormed(), 'is not well-formed text')
    .optional(),
  /** `next` of the page before. */
  cursor: noteSchema.optional(),
  /** Memories to skip, instead of a cursor; the list is as it is now. */
  offset: z.int().min(0).max(1_000_000).optional(),
  /** Also returns `total`. */
  withTotal: z.boolean().default(false),
});
/**
 * Selects and orders memories. Later pages continue the list as it was at the first page, except that pages sorted by `accesses`,
 * `salience` or `importance` may repeat or skip memories whose values change in between.
 */
export type ListOptions = Readonly<z.input<typeof listOptionsSchema>>;

/** A page of memories. */
export interface MemoryList {
  readonly memories: readonly Memory[];
  /** The cursor of the next page; absent on the last. */
  readonly next?: string;
  /** The number of all matching memories, if asked for. */
  readonly total?: number;
}

export const neighboursOptionsSchema = z.strictObject({
  depth: z.int().min(1).max(10).default(1),
  types: z.array(linkTypeSchema).max(MAX_NAMES).optional(),
  /** The minimum strength of a whole path. */
  minStrength: unitSchema.default(0),
  limit: z.int().min(1).max(1000).default(100),
});
export type NeighboursOptions = Readonly<z.input<typeof neighboursOptionsSchema>>;

/** A linked memory; nearest first in lists. */
export interface Neighbour {
  readonly memory: Memory;
  readonly depth: number;
  /** The ids from the start to this memory. */
  readonly path: readonly string[];
  /** The product of the strengths along the path. */
  readonly strength: number;
}
