import type { z } from 'zod';
import { SouvenirError } from '../errors.ts';

/** Reads a caller's value, or refuses it with an error that names the field. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => `${[what, ...path].join('.')}: ${message}`);
  throw new SouvenirError('invalidInput', issues.join('; '), { cause: result.error });
}
