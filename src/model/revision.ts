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

/** The component name of memories that were added, not extracted. */
export const REMEMBERED = 'remembered';

/** Anything, but what says whose word it is must say so. */
const metadataSchema = asGivenJson<z.ZodType<Metadata, Metadata>>(
  z.object({ trust: trustSchema.optional() }).catchall(z.json()),
);
/** Both in one object type would be refused where declarations are checked: an index signature holds for optional fields too. */
type Metadata = { trust?: Trust | undefined } & z.output<typeof jsonObjectSchema>;

/** What is known about something to be remembered; what is missing is worked out from its words. */
export const addOptionsSchema = z.strictObject({
  type: memoryTypeSchema.optional(),
  category: nameSchema.optional(),
  importance: unitSchema.optional(),
  confidence: unitSchema.optional(),
  /** Since when, and until when, it is true. */
  validAt: momentSchema.optional(),
  invalidAt: momentSchema.optional(),
  /** Names it mentions, besides those found in it. */
  entities: namesSchema.optional(),
  metadata: metadataSchema.optional(),
  conversationId: foreignIdSchema.optional(),
  documentId: foreignIdSchema.optional(),
  learningContext: noteSchema.optional(),
  turnId: foreignIdSchema.optional(),
});
export type AddOptions = Readonly<z.input<typeof addOptionsSchema>>;

/** What came of it. */
export interface Added {
  readonly memory: Memory;
  /** `merged`: it was known already, and is surer now. */
  readonly did: 'created' | 'merged';
  /** Held before; this takes their place. */
  readonly superseded: readonly Memory[];
  /** Rests on something that no longer holds. */
  readonly doubted: readonly Memory[];
  /** Why it is of this type and importance. */
  readonly why: { readonly type: string; readonly importance: string };
}

/** A memory that is right, and the ids of those whose place it took: none where no memory said what was wrong. */
export type Corrected = Memory & { readonly corrected: readonly string[] };

/** A memory that was forgotten, and the turns of the assistant that say it again. They stay until they are forgotten too. */
export type Forgotten = Memory & { readonly echoes: readonly Memory[] };

export const reinforcementReasonSchema = z.enum([
  'explicitConfirmation',
  'successfulApplication',
  'repeatedAccess',
  'userCorrection',
]);
export type ReinforcementReason = z.infer<typeof reinforcementReasonSchema>;

/** What a caller may change of a memory under the same id. `null` clears. */
export const memoryChangeSchema = z
  .strictObject({
    content: statementSchema.optional(),
    type: memoryTypeSchema.optional(),
    category: nameSchema.optional(),
    importance: unitSchema.optional(),
    confidence: unitSchema.optional(),
    /** In place of all that was there; it is trusted no more than before unless it says `trust`. */
    metadata: metadataSchema.optional(),
    validAt: momentSchema.nullish(),
    invalidAt: momentSchema.nullish(),
    reason: noteSchema.optional(),
  })
  .refine((change) => Object.entries(change).some(([field, value]) => field !== 'reason' && value !== undefined), {
    error: 'names nothing to change',
  });
export type MemoryChange = Readonly<z.input<typeof memoryChangeSchema>>;

/** Which memories. With `asOf`, as they were at that moment. */
export const memorySelectionSchema = z.strictObject({
  /** Those of one session; of all unless given. */
  sessionId: scopeIdSchema.optional(),
  asOf: momentSchema.optional(),
  /** Those that count, unless given. */
  statuses: z.array(memoryStatusSchema).max(MAX_NAMES).optional(),
  types: z.array(memoryTypeSchema).max(MAX_NAMES).optional(),
  components: namesSchema.optional(),
  categories: namesSchema.optional(),
  entities: namesSchema.optional(),
  minImportance: unitSchema.optional(),
  minSalience: unitSchema.optional(),
  /** Those that happened between these moments, both included. */
  from: momentSchema.optional(),
  to: momentSchema.optional(),
});
export type MemorySelection = Readonly<z.input<typeof memorySelectionSchema>>;

export const listOptionsSchema = memorySelectionSchema.extend({
  sort: z
    .enum(['created', 'updated', 'happened', 'importance', 'confidence', 'salience', 'accesses'])
    .default('created'),
  descending: z.boolean().default(false),
  limit: z.int().min(1).max(1000).default(100),
  /** Those whose content contains this text, without regard to case. */
  containing: z
    .string()
    .min(1)
    .max(200)
    .refine((text) => text.isWellFormed(), 'is not well-formed text')
    .optional(),
  /** What the page before said is next. */
  cursor: noteSchema.optional(),
  /** How many to pass over first, in place of a cursor; the list is as it is now. */
  offset: z.int().min(0).max(1_000_000).optional(),
  /** Also counts all that pass. */
  withTotal: z.boolean().default(false),
});
/**
 * Which memories, and in which order. Later pages go on in the list as it was when the first was read, except that pages sorted by
 * `accesses`, `salience` or `importance` may repeat or skip what changes in between: those are measured in place.
 */
export type ListOptions = Readonly<z.input<typeof listOptionsSchema>>;

export interface MemoryList {
  readonly memories: readonly Memory[];
  /** Where to go on; absent on the last page. */
  readonly next?: string;
  /** How many pass in all; only if asked for. */
  readonly total?: number;
}

export const neighboursOptionsSchema = z.strictObject({
  depth: z.int().min(1).max(10).default(1),
  types: z.array(linkTypeSchema).max(MAX_NAMES).optional(),
  /** How strong the whole way there must be. */
  minStrength: unitSchema.default(0),
  limit: z.int().min(1).max(1000).default(100),
});
export type NeighboursOptions = Readonly<z.input<typeof neighboursOptionsSchema>>;

/** A memory that links lead to, nearest first, and how. */
export interface Neighbour {
  readonly memory: Memory;
  readonly depth: number;
  /** The ids on the way, from the memory asked about to this one. */
  readonly path: readonly string[];
  /** The product of the strengths on the way. */
  readonly strength: number;
}
