import { z } from 'zod';
import { reasonOf, SouvenirError } from '../errors.ts';

/** Reads a caller's value, or refuses it with an error that names the field. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const result = safely(() => schema.safeParse(value), what);
  if (result.success) return result.data;
  const { issues } = result.error;
  const told = issues.slice(0, MOST_TOLD);
  const lines = told.map(
    (issue) => `${[what, ...issue.path].join('.')}: ${shortened(issue.message)}${knownKeys(issue, schema)}`,
  );
  if (issues.length > told.length) lines.push(`and ${issues.length - told.length} more`);
  // What is wrong a million times would take minutes to tell.
  const cause = issues.some(isLong) || issues.length > MOST_TOLD ? undefined : result.error;
  throw new SouvenirError('invalidInput', lines.join('; '), { cause });
}

const MOST_TOLD = 20;
const LONGEST_MESSAGE = 500;
const isLong = ({ message }: z.core.$ZodIssue): boolean => message.length > LONGEST_MESSAGE;
const shortened = (message: string): string =>
  message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;

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
