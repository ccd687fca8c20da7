import { z } from 'zod';
import type { Note } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import { idSchema, jsonSchema, nameSchema, unitSchema } from '../../model/primitives.ts';

export const profileUpdateSchema = z.object({
  name: nameSchema,
  /** The value; of a list an element of it, or several. */
  value: jsonSchema,
  confidence: unitSchema,
  /** Which of the memories say so. */
  memoryIds: z.array(idSchema).min(1),
  /** It is so no more: a list loses the element, a value that equals it is cleared. */
  isOver: z.boolean().optional(),
});

/** What memories say of one field. */
export type ProfileUpdate = Readonly<z.input<typeof profileUpdateSchema>>;

/** Reads memories that count; `held` is what the profile says now. */
export type ExtractProfile = (
  memories: readonly Memory[],
  held: Readonly<Record<string, Note>>,
) => readonly ProfileUpdate[] | Promise<readonly ProfileUpdate[]>;
