import { z } from 'zod';
import { reasonOf, SouvenirError } from '../errors.ts';

/** Reads a caller's value, or refuses it with an error that names the field. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const result = safely(() => schema.safeParse(value), what);
  if (result.success) return result.data;
  const issues = result.error.issues.map(
    (issue) => `${[what, ...issue.path].join('.')}: ${issue.message}${knownKeys(issue, schema)}`,
  );
  throw new SouvenirError('invalidInput', issues.join('; '), { cause: result.error });
}

/** What could have been meant by a key that is unknown. */
function knownKeys({ code, path }: z.core.$ZodIssue, schema: z.ZodType): string {
  if (code !== 'unrecognized_keys' || path.length > 0 || !(schema instanceof z.ZodObject)) return '';
  return `; known: ${Object.keys(schema.shape).join(', ')}`;
}

/** A caller's getter or proxy may throw while it is read. */
function safely<Result>(read: () => Result, what: string): Result {
  try {
    return read();
  } catch (error) {
    throw new SouvenirError('invalidInput', `${what}: cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}
