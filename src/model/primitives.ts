import { z } from 'zod';

export const unitSchema = z.number().min(0).max(1);

/** A Date, an ISO string or milliseconds since 1970. */
export const momentSchema = z
  .union([z.date(), z.string().max(100), z.number()], { error: 'must be a date' })
  .pipe(z.coerce.date({ error: 'must be a date such as 2024-05-01 or 2024-05-01T10:00:00Z' }));

/** Text that every store returns unchanged: repairing malformed ids could make two of them equal. */
const exactSchema = z.string().refine((text) => text.isWellFormed(), 'is not well-formed text');

export const nameSchema = exactSchema.trim().min(1).max(200);

export const foreignIdSchema = exactSchema.max(1000);

/** Maximum of names, ids or kinds in a filter: each costs a search of its own. */
export const MAX_NAMES = 100;

export const namesSchema = z.array(nameSchema).max(MAX_NAMES);

export const recordOfNames = <Value extends z.ZodType>(value: Value) =>
  z
    .record(nameSchema, value)
    .refine((record) => Object.keys(record).length <= MAX_NAMES, `has more than ${MAX_NAMES} names`)
    .meta({ maxProperties: MAX_NAMES });

export const noteSchema = z.string().max(1000);

/** Ids of tenants, users, agents, projects and sessions, never trimmed or repaired: ids that differ stay different. */
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

const MAX_IDS = 1000;

export const idsSchema = z.array(idSchema).max(MAX_IDS);

/** The caller's id of a source. Only a hash of it is stored. */
export const sourceIdSchema = z
  .string()
  .min(1)
  .max(1000)
  .refine((id) => id.isWellFormed(), 'is not well-formed text');

/** UTF-16 units: longer than any turn, short enough not to block the index. */
export const MAX_CONTENT_LENGTH = 1_000_000;

export const contentSchema = z
  .string()
  .max(MAX_CONTENT_LENGTH, `is longer than ${MAX_CONTENT_LENGTH} characters; split it`)
  .refine((text) => text.trim().length > 0, 'is empty');

/** May be empty. */
export const messageSchema = z
  .string()
  .max(MAX_CONTENT_LENGTH, `is longer than ${MAX_CONTENT_LENGTH} characters; shorten it`);

/** A memory is a statement: a text of this length is read, compared and embedded without blocking other work. */
export const MAX_STATEMENT_LENGTH = 20_000;

export const statementSchema = contentSchema.max(
  MAX_STATEMENT_LENGTH,
  `is longer than ${MAX_STATEMENT_LENGTH} characters; documents.add takes a long text`,
);

const lengthOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  return Array.isArray(value) ? value.reduce((sum, each) => sum + lengthOf(each), 0) : 0;
};

/** Any value; a text, or the texts of a list together, are limited to the length of a statement. */
export const shortValueSchema = z.unknown().refine((value) => lengthOf(value) <= MAX_STATEMENT_LENGTH, {
  error: `is longer than ${MAX_STATEMENT_LENGTH} characters; documents.add takes a long text`,
});

export type Json = z.core.util.JSONType;

/** Nesting of objects: recursion up to it is safe. */
const MAX_DEPTH = 100;
/** Values in one field: objects that share parts can stand for more values than fit in memory. */
const MAX_VALUES = 100_000;

/** Limits of a JSON field: values of any kind, and the characters of all names and texts together. */
interface JsonBounds {
  readonly values: number;
  readonly characters: number;
}

const STORED_BOUNDS: JsonBounds = { values: MAX_VALUES, characters: Number.POSITIVE_INFINITY };
/** A caller's metadata is read with every memory it belongs to, so its limits are lower. */
const GIVEN_BOUNDS: JsonBounds = { values: 2000, characters: 200_000 };

const JSON_TYPES = new Set(['string', 'number', 'boolean', 'object', 'undefined']);

/** A copy of the value through JSON, without getters or proxies. Throws a `NotJsonError` if something would be lost or changed. */
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
  // Also true for the `Object.prototype` of another realm, which has no prototype either.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Copies a field through JSON before its schema parses it, so that it can be stored and later changes from outside do not reach it. */
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

export const asGivenJson = <Schema extends z.ZodType>(schema: Schema) =>
  asJson(schema, GIVEN_BOUNDS).meta({
    description: `At most ${GIVEN_BOUNDS.values} values, and ${GIVEN_BOUNDS.characters} characters in names and texts.`,
    'x-mostValues': GIVEN_BOUNDS.values,
    'x-mostCharacters': GIVEN_BOUNDS.characters,
  });

export const jsonSchema = asJson(z.json());

export const givenJsonSchema = asGivenJson(z.json());
export const givenJsonObjectSchema = asGivenJson(z.record(z.string(), z.json()));

export const jsonObjectSchema = asJson(z.record(z.string(), z.json()));
