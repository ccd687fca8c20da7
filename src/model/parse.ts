import { z } from 'zod';
import { reasonOf, SouvenirError } from '../errors.ts';

/** Parses a caller's value, or rejects it with an error that names the field. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const result = safely(() => schema.safeParse(value), what);
  if (result.success) return result.data;
  const { issues } = result.error;
  const shownIssues = issues.slice(0, MAX_ISSUES);
  const lines = shownIssues.map(
    (issue) => `${[what, ...issue.path].join('.')}: ${shortened(issue.message)}${knownKeys(issue, schema)}`,
  );
  if (issues.length > shownIssues.length) lines.push(`and ${issues.length - shownIssues.length} more`);
  // A cause of a million issues would take minutes to format.
  const cause = issues.some(isLong) || issues.length > MAX_ISSUES ? undefined : result.error;
  throw new SouvenirError('invalidInput', lines.join('; '), { cause });
}

const MAX_ISSUES = 20;
const MAX_MESSAGE_CHARS = 500;
const isLong = ({ message }: z.core.$ZodIssue): boolean => message.length > MAX_MESSAGE_CHARS;
const shortened = (message: string): string =>
  message.length > MAX_MESSAGE_CHARS ? `${message.slice(0, MAX_MESSAGE_CHARS)}…` : message;

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
