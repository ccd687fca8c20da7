import { z } from 'zod';
import { idSchema } from './primitives.ts';

/** What can befall a memory. */
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

/** Why a memory became what it is. */
export const causeSchema = z.object({
  kind: changeKindSchema,
  reason: z.string().optional(),
  /** The memory that brought it about: the one that replaced it, or that it was merged into. */
  by: idSchema.optional(),
});
export type Cause = Readonly<z.infer<typeof causeSchema>>;
