import type { z } from 'zod';
import type { Llm } from '../contracts/llm.ts';
import { SouvenirError } from '../errors.ts';
import { fitToSchema, jsonSchemaOf } from './fit-to-schema.ts';
import { readJson } from './lenient-json.ts';

const MAX_SHOWN_CHARS = 2000;
const MAX_ISSUES = 3;
const MAX_VALUE_CHARS = 100;

export interface ModelPrompt {
  readonly system: string;
  readonly user: string;
}

export interface Question<Schema extends z.ZodType> extends ModelPrompt {
  readonly schema: Schema;
}

export type ParsedAnswer<Value> = { readonly value: Value } | { readonly wrong: string };

/** Asks for JSON of this schema. An invalid answer is sent back once with its errors; a second is a `badModelAnswer`. */
export async function ask<Schema extends z.ZodType>(
  llm: Llm,
  { system, user, schema }: Question<Schema>,
): Promise<z.output<Schema>> {
  const shape = jsonSchemaOf(schema);
  return askTwice(
    (text) => llm(system, text, { schema: shape }),
    user,
    (answer): ParsedAnswer<z.output<Schema>> => {
      let wrong: string | undefined;
      for (const { value, lost } of readJson(answer)) {
        const fitted = fitToSchema(value, shape);
        const { success, data, error } = schema.safeParse(fitted);
        if (success && lost === undefined) return { value: data };
        wrong ??= lost ?? describeIssues(error as z.ZodError, fitted, '');
      }
      return { wrong: wrong ?? 'it holds no JSON' };
    },
  );
}

/** Asks, and asks again with the error if nothing of the answer is usable. */
export async function askTwice<Value>(
  llm: (user: string) => Promise<unknown>,
  user: string,
  read: (answer: string) => ParsedAnswer<Value>,
): Promise<Value> {
  const readText = (answer: unknown) => (typeof answer === 'string' ? read(answer) : { wrong: 'it is not text' });
  const answer = await llm(user);
  const first = readText(answer);
  if ('value' in first) return first.value;
  const shown = String(answer).slice(0, MAX_SHOWN_CHARS);
  const second = readText(
    await llm(
      `${user}\n\nYour last answer was:\n${shown}\n\nIt is not usable: ${first.wrong}. Answer again, with the JSON alone.`,
    ),
  );
  if ('value' in second) return second.value;
  throw new SouvenirError('badModelAnswer', `the model gave no usable answer twice: ${second.wrong}`, {
    advice: 'a larger model or more maxTokens may do better',
  });
}

/** Describes each issue with its path and value, such as `facts[2].category: Invalid option: …, got "hobby"`. */
export function describeIssues({ issues }: z.ZodError, value: unknown, prefix: string): string {
  const lines = issues.slice(0, MAX_ISSUES).map(({ path, message }) => {
    const actual = path.reduce<unknown>((inner, key) => Object(inner)[key], value);
    const steps = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
    const where = (prefix + steps.join('')).replace(/^\./, '') || 'answer';
    return `${where}: ${message}, got ${(JSON.stringify(actual) ?? 'nothing').slice(0, MAX_VALUE_CHARS)}`;
  });
  return lines.join('; ');
}
