import { z } from 'zod';
import type { Note } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import { idSchema, jsonSchema, nameSchema, unitSchema } from '../../model/primitives.ts';

const text = z.string().trim().min(1).max(500);
const list = z.array(text).max(50);

/** The fields of a profile unless the caller gives a schema, in the order of the summary. */
export const defaultProfileSchema = z.object({
  name: text,
  /** Allergies, intolerances, conditions, medication. */
  health: list,
  /** What they do not eat or drink, and what they may not do. */
  restrictions: list,
  /** Who is close to them. */
  people: list,
  home: list,
  work: list,
  languages: list,
  level: list,
  goals: list,
  gaps: list,
  preferences: list,
  /** Standing wishes for how the assistant behaves; a prompt has them in a section of their own. */
  directives: list,
});

/** What an answer must not overlook: these lists are the last to be cut from a summary. */
export const VITAL: ReadonlySet<string> = new Set(['health', 'restrictions']);

/** The schema of a list's elements, behind `optional`, `nullable`, `default` and the like; undefined if it is no list. */
export function elementOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodArray) return schema.element;
  const { innerType, in: piped } = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  const inner = innerType ?? piped;
  return inner === undefined ? undefined : elementOf(inner);
}

/** Why a value does not fit, with the place within it; undefined if it does. */
export function misfitOf(schema: z.core.$ZodType, value: unknown): string | undefined {
  const result = z.safeParse(schema, value);
  if (result.success) return undefined;
  return result.error.issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`))
    .join('; ');
}

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

/** Reads active memories; `held` is what the profile says now. */
export type ExtractProfile = (
  memories: readonly Memory[],
  values: Readonly<Record<string, Note>>,
  options?: {
    readonly signal?: AbortSignal | undefined;
    /** Whether a speaker of this name is the user; absent while the profile knows of nobody. */
    readonly isUser?: ((speaker: string) => boolean) | undefined;
  },
) => readonly ProfileUpdate[] | Promise<readonly ProfileUpdate[]>;

/** A value as a person reads it: a list one after the other, an object as its JSON. */
export function readable(value: Note): string {
  if (Array.isArray(value)) return value.map(readable).join('; ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/\s+/g, ' ').trim();
}
