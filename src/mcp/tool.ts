import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { parse } from '../model/parse.ts';
import { momentSchema } from '../model/primitives.ts';
import { type Effect, jsonSchemaOf } from '../operations/operation.ts';
import type { OperationName, Operations } from '../operations/operations.ts';

export type OperationInput<Name extends OperationName> = z.input<Operations[Name]['input']>;
export type OperationResult<Name extends OperationName> = Awaited<ReturnType<Operations[Name]['handler']>>;

export type Perform = <Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
  signal: AbortSignal,
) => Promise<OperationResult<Name>>;

/** A result as text and as structure, both complete: clients show a model one or the other. */
export interface ToolOutput<Structured = object> {
  readonly text: string;
  readonly structured: Structured;
}

/** The names in the operations' `tool` fields. */
export type MemoryToolName =
  `memory_${'recall' | 'turn' | 'profile' | 'list' | 'add' | 'record' | 'correct' | 'forget'}`;

interface ToolDefinition<Name extends OperationName, Fields extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: MemoryToolName;
  readonly title: string;
  /** For a model: when to use the tool, and when not. */
  readonly description: string;
  /** The fields of the operation's input that a model needs. */
  readonly input: Fields;
  readonly output: Output;
  /** Set where the tool's fields do less than the operation. */
  readonly effect?: Effect;
  /** Other input of the operation, which a model cannot change. */
  readonly fixed?: Partial<OperationInput<Name>>;
  formatOutput(result: OperationResult<Name>): ToolOutput<z.input<Output>>;
}

/** A tool without its type parameters, for lists. */
export type Tool = ToolDefinition<never, z.ZodObject, z.ZodObject> & {
  readonly operation: OperationName;
  formatOutput(result: unknown): ToolOutput;
};

/** Lets the compiler check that the tool's result fits its output schema. */
export const toolOf = <Name extends OperationName, Fields extends z.ZodObject, Output extends z.ZodObject>(
  operation: Name,
  definition: ToolDefinition<Name, Fields, Output>,
): Tool => ({ operation, ...definition }) as unknown as Tool;

export async function callTool(
  { name, operation, input, fixed, formatOutput }: Tool,
  given: unknown,
  performOperation: (operation: OperationName, input: object) => unknown,
): Promise<ToolOutput> {
  return formatOutput(
    await performOperation(operation, { ...parse(input, given, name), ...(fixed as object | undefined) }),
  );
}

/** Omits the protocol's defaults: a tool writes, is destructive if it writes, and is not idempotent. */
export const annotationsOf = (effect: Effect, isIdempotent = false): ToolAnnotations => ({
  ...(effect === 'reads' && { readOnlyHint: true }),
  ...(effect !== 'reads' && { destructiveHint: effect === 'destroys' }),
  ...(effect !== 'reads' && isIdempotent && { idempotentHint: true }),
  openWorldHint: false,
});

export const jsonForModel = (schema: z.ZodObject, io: 'input' | 'output'): Record<string, unknown> =>
  shorten(jsonSchemaOf(schema, io), new Set([...BOUNDS, ...(io === 'output' ? ['required'] : [])])) as never;

/** The schema for the protocol. The tool checks its input itself, so that refusals read the same everywhere. */
export function schemaForModel(schema: z.ZodObject, io: 'input' | 'output'): StandardSchemaWithJSON<object> {
  const shortSchema = jsonForModel(schema, io);
  return {
    '~standard': {
      version: 1,
      vendor: 'souvenir',
      validate: (value) => ({ value: value as object }),
      jsonSchema: { input: () => shortSchema, output: () => shortSchema },
    },
  };
}

const MOMENT = JSON.stringify(jsonSchemaOf(momentSchema, 'input').anyOf);
/** These parts cost tokens in every conversation, and models rarely violate them; the tool checks them all the same. */
const BOUNDS = [
  ...['$schema', 'default', 'propertyNames', 'additionalProperties'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'minItems'],
];

/** The schema without the omitted keys; a date becomes a string. */
function shorten(json: unknown, omitted: ReadonlySet<string>): unknown {
  if (Array.isArray(json)) return json.map((each) => shorten(each, omitted));
  if (typeof json !== 'object' || json === null) return json;
  const { anyOf, ...rest } = json as Record<string, unknown>;
  const simplified = JSON.stringify(anyOf) === MOMENT ? { type: 'string', ...rest } : json;
  return Object.fromEntries(
    Object.entries(simplified).flatMap(([key, value]) => (omitted.has(key) ? [] : [[key, shorten(value, omitted)]])),
  );
}
