import type { z } from 'zod';
import { reasonOf, SouvenirError } from '../errors.ts';

/** Reads a caller's value, or refuses it with an error that names the field. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const result = safely(() => schema.safeParse(value), what);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => `${[what, ...path].join('.')}: ${message}`);
  throw new SouvenirError('invalidInput', issues.join('; '), { cause: result.error });
}

/** A caller's getter or proxy may throw while it is read. */
function safely<Result>(read: () => Result, what: string): Result {
  try {
    return read();
  } catch (error) {
    throw new SouvenirError('invalidInput', `${what}: cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}
