import { z } from 'zod';
import {
  idsSchema,
  MAX_NAMES,
  momentSchema,
  nameSchema,
  noteSchema,
  recordOfNames,
  scopeIdSchema,
} from './primitives.ts';
import { memorySelectionSchema } from './revision.ts';
import { DEFAULT_OWNER, EVERYONE } from './scope.ts';

const KINDS = { types: true, components: true, categories: true } as const;

/** Whether a selection concerns memories: turns have no kinds and are erased with the memories drawn from them, or if they name an erased entity. */
export const isByMemory = ({
  memoryIds,
  types,
  components,
  categories,
  entities,
}: Partial<Record<'memoryIds' | 'entities' | keyof typeof KINDS, unknown>>): boolean =>
  [memoryIds, types, components, categories, entities].some((value) => value !== undefined);

export const eraseSelectionSchema = memorySelectionSchema.pick({ ...KINDS, sessionId: true }).extend({
  tenantId: scopeIdSchema.default(DEFAULT_OWNER.tenantId),
  /** The user; without other fields, all of the user's data is erased. */
  userId: scopeIdSchema.refine((id) => id !== EVERYONE, `${EVERYONE} stands for every user of a tenant`),
  /** Memories and turns that name one of these, as an entity or in their words. */
  entities: z
    .array(nameSchema.regex(/[\p{L}\p{N}]/u, 'must have a letter or a digit'))
    .max(MAX_NAMES)
    .optional(),
  /** The data of one agent, its instructions included; of all agents, and the user's own, unless given. */
  agentId: scopeIdSchema.optional(),
  /** Their turns are erased too. */
  memoryIds: idsSchema.min(1).optional(),
  projectId: scopeIdSchema.optional(),
  before: momentSchema.optional(),
  /** Only turns and their verbatim copies; memories learnt from them stay. */
  turnsOnly: z.literal(true).optional(),
  /** Returns the receipt without erasing anything. */
  dryRun: z.literal(true).optional(),
});
/** Selects what to erase; all given fields must match. */
export type EraseSelection = Readonly<z.input<typeof eraseSelectionSchema>>;
export type ParsedEraseSelection = z.output<typeof eraseSelectionSchema>;

const MAX_RECEIPT_IDS = 1_000_000;
const erasedIdsSchema = z.array(z.string().max(200)).max(MAX_RECEIPT_IDS);

export const erasureReceiptSchema = z.strictObject({
  at: momentSchema,
  tenantId: scopeIdSchema,
  userId: scopeIdSchema,
  by: z.array(noteSchema).max(MAX_NAMES),
  /** Memories of every status, as `stats` counts them, besides profile fields, parts of documents and versions of instructions. */
  counts: recordOfNames(z.number()),
  /** The counts by agent and project. No agent: the user's own data, such as a profile; no project: data of none. */
  places: z
    .array(
      z.strictObject({
        ...{ agentId: noteSchema.optional(), projectId: noteSchema.optional() },
        counts: recordOfNames(z.number()),
      }),
    )
    .max(MAX_RECEIPT_IDS)
    .optional(),
  memoryIds: erasedIdsSchema,
  episodeIds: erasedIdsSchema,
  /** Where some of the data may remain. */
  unreached: z.array(noteSchema).max(MAX_NAMES),
  hash: noteSchema,
});
/** The record of an erasure, by ids and numbers, without content. */
export type ErasureReceipt = Readonly<z.output<typeof erasureReceiptSchema>>;

/** The result of a search of the store and its files for the ids of a receipt. */
export interface ErasureProof {
  /** The receipt is unchanged, and neither the store nor its files contain an id of it. */
  readonly isErased: boolean;
  readonly isReceiptIntact: boolean;
  /** Ids of the receipt that the store still has (`stored`), or that occur in its files. */
  readonly stored: readonly string[];
  readonly inFiles: readonly string[];
}
