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

/** Turns have no kinds: they go with the memories that were drawn from them, and if they name what is to go. */
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
  /** Whose; with nothing else, all there is of this user. */
  userId: scopeIdSchema.refine((id) => id !== EVERYONE, `${EVERYONE} stands for every user of a tenant`),
  /** What names one of them, as an entity or in its words. */
  entities: z
    .array(nameSchema.regex(/[\p{L}\p{N}]/u, 'must have a letter or a digit'))
    .max(MAX_NAMES)
    .optional(),
  /** What one agent holds, its instructions too; of all agents, with what is the user's own, unless given. */
  agentId: scopeIdSchema.optional(),
  /** These memories, and the turns they came from. */
  memoryIds: idsSchema.min(1).optional(),
  projectId: scopeIdSchema.optional(),
  /** What was said or happened before this moment. */
  before: momentSchema.optional(),
  /** Only turns and what keeps them word for word: what was learnt of them stays. */
  turnsOnly: z.literal(true).optional(),
  /** Only tells what would go, as a receipt of what is still there. */
  dryRun: z.literal(true).optional(),
});
/** What is to be gone for good: what has all that is named. */
export type EraseSelection = Readonly<z.input<typeof eraseSelectionSchema>>;
export type ParsedEraseSelection = z.output<typeof eraseSelectionSchema>;

/** Ids of one kind in a receipt that is verified. */
const MAX_RECEIPT_IDS = 1_000_000;
const erasedIdsSchema = z.array(z.string().max(200)).max(MAX_RECEIPT_IDS);

export const erasureReceiptSchema = z.strictObject({
  at: momentSchema,
  tenantId: scopeIdSchema,
  userId: scopeIdSchema,
  /** By what it was selected. */
  by: z.array(noteSchema).max(MAX_NAMES),
  /** Memories of whatever status, as `stats` counts them; beside them fields of the profile, parts of documents, versions of instructions. */
  counts: recordOfNames(z.number()),
  /** The same by agent and project. No agent: the user's own, such as a profile; no project: what belongs to none. */
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
  /** What may still hold some of it. */
  unreached: z.array(noteSchema).max(MAX_NAMES),
  hash: noteSchema,
});
/** What was erased, by ids and numbers: it tells nothing of what it said. */
export type ErasureReceipt = Readonly<z.output<typeof erasureReceiptSchema>>;

export interface ErasureProof {
  /** The receipt is as it was given, and nothing was found. */
  readonly isErased: boolean;
  readonly isReceiptIntact: boolean;
  /** Ids of the receipt that the store still knows, and that stand anywhere in its files. */
  readonly stored: readonly string[];
  readonly inFiles: readonly string[];
}
