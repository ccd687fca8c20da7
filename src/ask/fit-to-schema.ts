import { z } from 'zod';
import type { JsonSchema } from '../contracts/llm.ts';
import { readJson } from './lenient-json.ts';

export type Aliases = Readonly<Record<string, readonly string[]>>;

/** The JSON schema for a model. Bounds are left out: some servers turn them into grammars too large to use, or refuse them. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      for (const key of ['default', 'minLength', 'maxLength', 'minimum', 'maximum', 'pattern'] as const)
        delete jsonSchema[key];
      if (jsonSchema.properties !== undefined) jsonSchema.additionalProperties = false;
    },
  });
  return made;
}

interface SchemaShape {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
}

/** Converts keys, numbers, lists and options to the schema if their meaning is plain; other values stay. */
export function fitToSchema(value: unknown, schema: JsonSchema, aliases: Aliases = {}): unknown {
  const { properties, required, items, enum: options }: SchemaShape = schema;
  if (isNumber(schema)) return numberIn(value);
  if (options !== undefined) return optionIn(value, options);
  if (items !== undefined) return listIn(value, items, aliases);
  if (properties === undefined || !isObject(value)) return value;
  const fields = new Map(Object.entries(value));
  const keys = new Map([...fields.keys()].map((key) => [plain(key), key]));
  for (const [name, property] of Object.entries(properties)) {
    const key = [name, ...(aliases[name] ?? [])]
      .map((each) => keys.get(plain(each)))
      .find((each) => each !== undefined);
    if (key === undefined) continue;
    const given = fields.get(key);
    fields.delete(key);
    if (given !== null || required?.includes(name)) fields.set(name, fitToSchema(given, property, aliases));
  }
  return Object.fromEntries(fields);
}

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNumber = ({ type = [] }: SchemaShape): boolean =>
  [type].flat().some((each) => each === 'number' || each === 'integer');

const plain = (key: string): string => key.toLowerCase().replace(/[\s_-]/g, '');

const MAX_NUMBER_CHARS = 30;

function numberIn(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > MAX_NUMBER_CHARS) return value;
  const [, digits, percent] = /^[\s[("'#]*([-+]?(?:\d+(?:\.\d*)?|\.\d+))(?:\s*(%))?[\s\])"'.]*$/.exec(value) ?? [];
  return digits === undefined ? value : Number(digits) / (percent === '%' ? 100 : 1);
}

function optionIn(value: unknown, options: readonly unknown[]): unknown {
  if (typeof value !== 'string') return value;
  const plainValue = plain(value.trim());
  return options.find((option) => plain(String(option)) === plainValue) ?? value;
}

function listIn(value: unknown, items: JsonSchema, aliases: Aliases): unknown {
  const isNumbers = isNumber(items);
  const list = typeof value === 'string' ? listInString(value, items) : value;
  if (Array.isArray(list)) return list.map((item) => fitToSchema(item, items, aliases));
  const isOne = isNumbers
    ? typeof list === 'number'
    : isObject(list) || (typeof list === 'string' && items['type'] === 'string');
  return isOne ? [fitToSchema(list, items, aliases)] : value;
}

function listInString(text: string, items: JsonSchema): unknown {
  if (isNumber(items)) return text.split(/[\s,;]+/).filter((each) => /\d/.test(each));
  if (items['properties'] === undefined || !/^\s*\[/.test(text)) return text;
  return readJson(text).find(({ value, lost }) => lost === undefined && Array.isArray(value))?.value ?? text;
}
