import { z } from 'zod';
import type { Note } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import { idSchema, jsonSchema, nameSchema, unitSchema } from '../../model/primitives.ts';

const text = z.string().trim().min(1).max(500);
const list = z.array(text).max(50);

/** The default fields of a profile, in the order of the summary. */
export const defaultProfileSchema = z.object({
  name: text,
  /** Allergies, intolerances, conditions, medication. */
  health: list,
  /** Food and drink they avoid, and activities they may not do. */
  restrictions: list,
  /** People close to them. */
  people: list,
  home: list,
  work: list,
  languages: list,
  level: list,
  goals: list,
  gaps: list,
  preferences: list,
  /** Directives; a prompt has them in a section of their own. */
  directives: list,
});

/** Lists that are cut last from a summary, because an answer must not overlook them. */
export const CRITICAL_FIELDS: ReadonlySet<string> = new Set(['health', 'restrictions']);

/**
 * The schema of a list's elements, behind `optional`, `nullable`, `default` and the like; undefined if it is no list.
 */
export function elementOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodArray) return schema.element;
  const { innerType, in: piped } = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  const inner = innerType ?? piped;
  return inner === undefined ? undefined : elementOf(inner);
}

/** The reason why a value does not fit, with the path within it; undefined if it fits. */
export function misfitOf(schema: z.core.$ZodType, value: unknown): string | undefined {
  const result = z.safeParse(schema, value);
  if (result.success) return undefined;
  return result.error.issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`))
    .join('; ');
}

export const profileUpdateSchema = z.object({
  name: nameSchema,
  /** The value; for a list, one element or several. */
  value: jsonSchema,
  confidence: unitSchema,
  /** The memories that state it. */
  memoryIds: z.array(idSchema).min(1),
  /** It is no longer true: a list loses the element, an equal value is cleared. */
  isOver: z.boolean().optional(),
});

/** A finding for one field. */
export type ProfileUpdate = Readonly<z.input<typeof profileUpdateSchema>>;

/** Reads active memories; `values` is the current profile. */
export type ExtractProfile = (
  memories: readonly Memory[],
  values: Readonly<Record<string, Note>>,
  options?: {
    readonly signal?: AbortSignal | undefined;
    /** Whether a speaker of this name is the user; absent while the profile names nobody. */
    readonly isUser?: ((speaker: string) => boolean) | undefined;
  },
) => readonly ProfileUpdate[] | Promise<readonly ProfileUpdate[]>;

/** A value as text: a list joined by semicolons, an object as JSON. */
export function readable(value: Note): string {
  if (Array.isArray(value)) return value.map(readable).join('; ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(/\s+/g, ' ').trim();
}
