import { z } from 'zod';

/** What an array holds, behind `optional`, `nullable`, `default` and the like; undefined for what is no list. */
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
