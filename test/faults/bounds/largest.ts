import type { z } from 'zod';
import { jsonSchemaOf } from '../../../src/operations/operation.ts';

/** What fills a text: the words of it by their number, parted by spaces. */
export type Word = (at: number) => string;
type Schema = Readonly<Record<string, unknown>>;

/** So much a request may hold by the defaults of the server, less what names and braces take. */
export const MAX_CHARACTERS = 3_800_000;
const MAX_VALUES = 45_000;
const SEPARATORS = 10;

export interface Filling {
  readonly word: Word;
  /** Values of fields by their name, in place of what their schema alone says. */
  readonly known: Readonly<Record<string, unknown>>;
}

/** A text of a length, or a little less. */
export function textOf(length: number, word: Word): string {
  const words: string[] = [];
  for (let at = 0, size = 0; size < length; at++) {
    const next = word(at);
    words.push(next);
    size += next.length + 1;
  }
  return words.join(' ').slice(0, length).trim() || 'x';
}

/** The largest value of each field of an operation's input that a request can bring. */
export function largestFields(input: z.ZodType, filling: Filling): Record<string, unknown> {
  const schema = jsonSchemaOf(input, 'input') as Schema;
  const left = { characters: MAX_CHARACTERS, values: MAX_VALUES };
  return Object.fromEntries(
    Object.entries(schema['properties'] as Readonly<Record<string, Schema>>).map(([name, field]) => [
      name,
      largest(field, name, filling, left),
    ]),
  );
}

export const requiredOf = (input: z.ZodType): readonly string[] =>
  (jsonSchemaOf(input, 'input')['required'] as string[] | undefined) ?? [];

interface Left {
  characters: number;
  values: number;
}

function largest(schema: Schema, name: string, filling: Filling, left: Left): unknown {
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
  const known = filling.known[name];
  if (known !== undefined && (typeof known === schema['type'] || schema['type'] === 'integer')) return known;
  if (schema['x-mostValues'] !== undefined) return freeJson(schema, left);
  if (schema['const'] !== undefined) return schema['const'];
  if (schema['enum'] !== undefined) return (schema['enum'] as unknown[]).at(-1);
  if (choices?.[0]?.['format'] === 'date-time') return name === 'from' ? '2000-01-01' : new Date().toISOString();
  if (choices !== undefined) return largest(choices[0] as Schema, name, filling, left);
  switch (schema['type']) {
    case 'string':
      return text(schema, filling, left);
    case 'array':
      return list(schema, name, filling, left);
    case 'object':
      return object(schema, filling, left);
    case 'boolean':
      return true;
    default:
      return schema['maximum'] ?? 1;
  }
}

function text({ maxLength = 1 }: Schema, { word }: Filling, left: Left): string {
  const length = Math.max(1, Math.min(maxLength as number, left.characters));
  left.characters -= length;
  return textOf(length, (at) => word(at + left.values));
}

function list({ items, maxItems = 0 }: Schema, name: string, filling: Filling, left: Left): unknown[] {
  const made: unknown[] = [];
  const known = filling.known[name] as readonly unknown[] | undefined;
  while (made.length < (maxItems as number) && left.values > 0 && left.characters > 0) {
    left.values -= 1;
    const kinds = (items as Schema)['enum'] as readonly unknown[] | undefined;
    made.push(
      known?.[made.length] ?? kinds?.[made.length % kinds.length] ?? largest(items as Schema, '', filling, left),
    );
  }
  return made;
}

function object(schema: Schema, filling: Filling, left: Left): Record<string, unknown> {
  const { properties = {}, additionalProperties, maxProperties = 0 } = schema as Record<string, Schema>;
  const made: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(properties)) {
    left.values -= 1;
    made[name] = largest(field as Schema, name, filling, left);
  }
  for (let at = 0; at < Number(maxProperties) && left.values > 0; at++) {
    left.values -= 1;
    made[`name ${at}`] = largest(additionalProperties as Schema, '', filling, left);
  }
  return made;
}

/** As many values as there may be, each with its share of the characters. */
export function freeJson(schema: Schema, left: Left): { all: string[] } {
  const values = Math.max(1, Math.min(Number(schema['x-mostValues']) - SEPARATORS, left.values));
  const characters = Math.max(values, Math.min(Number(schema['x-mostCharacters']), left.characters) - SEPARATORS);
  left.values -= values;
  left.characters -= characters;
  const length = Math.floor(characters / values);
  return { all: Array.from({ length: values }, (_, at) => `Note${at} `.repeat(length).slice(0, length)) };
}
