import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { parse } from '../model/parse.ts';
import { momentSchema } from '../model/primitives.ts';
import { type Effect, jsonSchemaOf } from '../operations/operation.ts';
import type { OperationName, Operations } from '../operations/operations.ts';

export type OperationInput<Name extends OperationName> = z.input<Operations[Name]['input']>;
export type OperationResult<Name extends OperationName> = Awaited<ReturnType<Operations[Name]['handler']>>;

/** Performs an operation for whoever the server is for. */
export type Perform = <Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
  signal: AbortSignal,
) => Promise<OperationResult<Name>>;

/** A result twice: some clients show a model the text, others the structure, so each says everything. */
export interface ToolOutput<Structured = object> {
  readonly text: string;
  readonly structured: Structured;
}

/** As the operations name them. */
export type MemoryToolName =
  `memory_${'search' | 'context' | 'profile' | 'list' | 'save' | 'record' | 'correct' | 'forget'}`;

interface ToolDefinition<Name extends OperationName, Fields extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: MemoryToolName;
  readonly title: string;
  /** For a model: when to use it, and when not. */
  readonly description: string;
  /** Those fields of the operation's input that a model needs. */
  readonly input: Fields;
  readonly output: Output;
  /** Where the tool's fields do less than the operation can. */
  readonly effect?: Effect;
  /** The rest of the operation's input, which no model can change. */
  readonly fixed?: Partial<OperationInput<Name>>;
  formatOutput(result: OperationResult<Name>): ToolOutput<z.input<Output>>;
}

/** A tool whose types are forgotten, for a list of them. */
export type Tool = ToolDefinition<never, z.ZodObject, z.ZodObject> & {
  readonly operation: OperationName;
  formatOutput(result: unknown): ToolOutput;
};

/** Checks when compiled that the tool tells what its output schema says. */
export const toolOf = <Name extends OperationName, Fields extends z.ZodObject, Output extends z.ZodObject>(
  operation: Name,
  definition: ToolDefinition<Name, Fields, Output>,
): Tool => ({ operation, ...definition }) as unknown as Tool;

/** Checks what a model gives, performs the operation, and tells what came of it. */
export async function callTool(
  { name, operation, input, fixed, formatOutput }: Tool,
  given: unknown,
  performOperation: (operation: OperationName, input: object) => unknown,
): Promise<ToolOutput> {
  return formatOutput(
    await performOperation(operation, { ...parse(input, given, name), ...(fixed as object | undefined) }),
  );
}

/** Without what the protocol takes for granted: that a tool writes, destroys where it writes, and does more when called again. */
export const annotationsOf = (effect: Effect, isIdempotent = false): ToolAnnotations => ({
  ...(effect === 'reads' && { readOnlyHint: true }),
  ...(effect !== 'reads' && { destructiveHint: effect === 'destroys' }),
  ...(effect !== 'reads' && isIdempotent && { idempotentHint: true }),
  openWorldHint: false,
});

/** A JSON Schema with no more in it than a model needs. */
export const jsonForModel = (schema: z.ZodObject, io: 'input' | 'output'): Record<string, unknown> =>
  shorten(jsonSchemaOf(schema, io), new Set([...BOUNDS, ...(io === 'output' ? ['required'] : [])])) as never;

/** A schema as the protocol tells it. The tool checks its input itself, to refuse it as every door does. */
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
/** What no model gets wrong by chance costs tokens in every conversation; it is checked all the same. */
const BOUNDS = [
  ...['$schema', 'default', 'propertyNames', 'additionalProperties'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'minItems'],
];

/** The same schema with less in it; a moment is a text. */
function shorten(json: unknown, omitted: ReadonlySet<string>): unknown {
  if (Array.isArray(json)) return json.map((each) => shorten(each, omitted));
  if (typeof json !== 'object' || json === null) return json;
  const { anyOf, ...rest } = json as Record<string, unknown>;
  const simplified = JSON.stringify(anyOf) === MOMENT ? { type: 'string', ...rest } : json;
  return Object.fromEntries(
    Object.entries(simplified).flatMap(([key, value]) => (omitted.has(key) ? [] : [[key, shorten(value, omitted)]])),
  );
}
