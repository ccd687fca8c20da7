import { z } from 'zod';

/** A share or a degree: 0 is none, 1 is all. */
export const unitSchema = z.number().min(0).max(1);

/** A moment. Accepts a Date, an ISO string or milliseconds since 1970. */
export const momentSchema = z
  .union([z.date(), z.string().max(100), z.number()], { error: 'must be a date' })
  .pipe(z.coerce.date({ error: 'must be a date such as 2024-05-01 or 2024-05-01T10:00:00Z' }));

/** Text that every store holds as it was given: two ids that were mended could become one. */
const exactSchema = z.string().refine((text) => text.isWellFormed(), 'is not well-formed text');

/** Names that callers choose: of components, categories, speakers. */
export const nameSchema = exactSchema.trim().min(1).max(200);

/** A caller's own id of a turn, a document or a conversation. */
export const foreignIdSchema = exactSchema.max(1000);

/** Of names, ids or kinds that a call lists to choose by: each costs a search of its own. */
export const MAX_NAMES = 100;

export const namesSchema = z.array(nameSchema).max(MAX_NAMES);

/** Values by a few names. */
export const recordOfNames = <Value extends z.ZodType>(value: Value) =>
  z
    .record(nameSchema, value)
    .refine((record) => Object.keys(record).length <= MAX_NAMES, `has more than ${MAX_NAMES} names`)
    .meta({ maxProperties: MAX_NAMES });

/** Why something is done, or where it comes from, in the caller's words. */
export const noteSchema = z.string().max(1000);

/** Whom and what a memory belongs to: tenants, users, agents, projects, sessions. Taken exactly as given, or refused: two that differ are two. */
export const scopeIdSchema = z
  .string()
  .min(1)
  .max(200)
  .refine((id) => id === id.trim(), 'begins or ends with a space')
  .refine((id) => id.isWellFormed() && !id.includes('\0'), 'is not well-formed text');

export const idSchema = z
  .string()
  .min(1)
  .max(64)
  .refine((id) => id.isWellFormed(), 'is not well-formed text');

/** Of memories that one call changes or takes away. */
const MAX_IDS = 1000;

export const idsSchema = z.array(idSchema).max(MAX_IDS);

/** Where something comes from, in the words of whoever it comes from. Only a hash of it is kept. */
export const sourceIdSchema = z
  .string()
  .min(1)
  .max(1000)
  .refine((id) => id.isWellFormed(), 'is not well-formed text');

/** One megabyte of UTF-16: more than any turn, less than what could stall the index. */
export const MAX_CONTENT_LENGTH = 1_000_000;

export const contentSchema = z
  .string()
  .max(MAX_CONTENT_LENGTH, `is longer than ${MAX_CONTENT_LENGTH} characters; split it`)
  .refine((text) => text.trim().length > 0, 'is empty');

/** A question or an answer as somebody wrote it; it may be empty. */
export const messageSchema = z
  .string()
  .max(MAX_CONTENT_LENGTH, `is longer than ${MAX_CONTENT_LENGTH} characters; shorten it`);

/** A memory is a statement, not a book: so much is read, compared and embedded without holding others up. */
export const MAX_STATEMENT_LENGTH = 20_000;

export const statementSchema = contentSchema.max(
  MAX_STATEMENT_LENGTH,
  `is longer than ${MAX_STATEMENT_LENGTH} characters; documents.add takes a long text`,
);

const lengthOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  return Array.isArray(value) ? value.reduce((sum, each) => sum + lengthOf(each), 0) : 0;
};

/** Anything, but a text or a list of texts has the length of a statement at most. */
export const shortValueSchema = z.unknown().refine((value) => lengthOf(value) <= MAX_STATEMENT_LENGTH, {
  error: `is longer than ${MAX_STATEMENT_LENGTH} characters; documents.add takes a long text`,
});

export type Json = z.core.util.JSONType;

/** Objects within objects: more than a value needs, far from what overflows the stack of whoever walks it. */
const MAX_DEPTH = 100;
/** Values in one field: objects that share their parts can stand for more than memory holds. */
const MAX_VALUES = 100_000;

/** How much one field of JSON may hold: values of any kind, and the characters of all names and texts together. */
interface JsonBounds {
  readonly values: number;
  readonly characters: number;
}

const STORED_BOUNDS: JsonBounds = { values: MAX_VALUES, characters: Number.POSITIVE_INFINITY };
/** What a caller hands in is read whole wherever its memory is: metadata describes a content and takes no place of one. */
const GIVEN_BOUNDS: JsonBounds = { values: 2000, characters: 200_000 };

const JSON_TYPES = new Set(['string', 'number', 'boolean', 'object', 'undefined']);

/** The value as JSON holds it: a copy without getters or proxies. Throws a `Misfit` where it would be lost or changed. */
function throughJson(value: unknown, bounds: JsonBounds): unknown {
  const depths = new Map<unknown, number>();
  let [values, characters] = [0, 0];
  const text = JSON.stringify(value, function (this: unknown, key, each) {
    const depth = (depths.get(this) ?? -1) + 1;
    if (depth > MAX_DEPTH) throw new NotJsonError(`is nested deeper than ${MAX_DEPTH} levels`);
    if (++values > bounds.values) throw new NotJsonError(`holds more than ${bounds.values} values`);
    characters += (Array.isArray(this) ? 0 : key.length) + (typeof each === 'string' ? each.length : 0);
    if (characters > bounds.characters) throw new NotJsonError(`holds more than ${bounds.characters} characters`);
    const isLost = !JSON_TYPES.has(typeof each) || (typeof each === 'number' && !Number.isFinite(each));
    if (isLost) throw new NotJsonError(`${typeof each === 'number' ? each : `a ${typeof each}`} is not JSON`, key);
    if (typeof each !== 'object' || each === null) return each;
    if (!Array.isArray(each) && !isPlain(each)) throw new NotJsonError(`a ${each.constructor.name} is not JSON`, key);
    depths.set(each, depth);
    return each;
  });
  return JSON.parse(text);
}

class NotJsonError extends Error {
  readonly path: string[];

  constructor(message: string, key = '') {
    super(message);
    this.path = key === '' ? [] : [key];
  }
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  // The `Object.prototype` of another realm is another object, but nothing stands above it either.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Holds a field to JSON before its schema reads it, so that what is kept can be written and is not changed from outside. */
export const asJson = <Schema extends z.ZodType>(schema: Schema, bounds = STORED_BOUNDS) =>
  z.preprocess((value, context) => {
    try {
      return value === undefined ? value : throughJson(value, bounds);
    } catch (error) {
      const message = error instanceof NotJsonError ? error.message : `cannot be written as JSON: ${firstLine(error)}`;
      context.addIssue({ code: 'custom', message, path: error instanceof NotJsonError ? error.path : [] });
      return z.NEVER;
    }
  }, schema) as unknown as z.ZodType<z.output<Schema>, z.input<Schema>>;

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

/** The same of what a caller hands in: less of it, which its JSON Schema says. */
export const asGivenJson = <Schema extends z.ZodType>(schema: Schema) =>
  asJson(schema, GIVEN_BOUNDS).meta({
    description: `At most ${GIVEN_BOUNDS.values} values, and ${GIVEN_BOUNDS.characters} characters in names and texts.`,
    'x-mostValues': GIVEN_BOUNDS.values,
    'x-mostCharacters': GIVEN_BOUNDS.characters,
  });

/** Anything JSON can hold. */
export const jsonSchema = asJson(z.json());

export const givenJsonSchema = asGivenJson(z.json());
export const givenJsonObjectSchema = asGivenJson(z.record(z.string(), z.json()));

export const jsonObjectSchema = asJson(z.record(z.string(), z.json()));
