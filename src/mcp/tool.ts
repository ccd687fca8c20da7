import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { parse } from '../model/parse.ts';
import { momentSchema } from '../model/primitives.ts';
import { type Effect, jsonSchemaOf } from '../operations/operation.ts';
import type { OperationName, Operations } from '../operations/operations.ts';

export type Input<Name extends OperationName> = z.input<Operations[Name]['input']>;
export type Result<Name extends OperationName> = Awaited<ReturnType<Operations[Name]['handler']>>;

/** Performs an operation for whoever the server is for. */
export type Perform = <Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  signal: AbortSignal,
) => Promise<Result<Name>>;

/** A result twice: some clients show a model the text, others the structure, so each says everything. */
export interface Told<Structured = object> {
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
  readonly fixed?: Partial<Input<Name>>;
  tell(result: Result<Name>): Told<z.input<Output>>;
}

/** A tool whose types are forgotten, for a list of them. */
export type Tool = ToolDefinition<never, z.ZodObject, z.ZodObject> & {
  readonly operation: OperationName;
  tell(result: unknown): Told;
};

/** Checks when compiled that the tool tells what its output schema says. */
export const toolOf = <Name extends OperationName, Fields extends z.ZodObject, Output extends z.ZodObject>(
  operation: Name,
  definition: ToolDefinition<Name, Fields, Output>,
): Tool => ({ operation, ...definition }) as unknown as Tool;

/** Checks what a model gives, performs the operation, and tells what came of it. */
export async function callTool(
  { name, operation, input, fixed, tell }: Tool,
  given: unknown,
  performed: (operation: OperationName, input: object) => unknown,
): Promise<Told> {
  return tell(await performed(operation, { ...parse(input, given, name), ...(fixed as object | undefined) }));
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
  shortened(jsonSchemaOf(schema, io), new Set([...BOUNDS, ...(io === 'output' ? ['required'] : [])])) as never;

/** A schema as the protocol tells it. The tool checks its input itself, to refuse it as every door does. */
export function schemaForModel(schema: z.ZodObject, io: 'input' | 'output'): StandardSchemaWithJSON<object> {
  const told = jsonForModel(schema, io);
  return {
    '~standard': {
      version: 1,
      vendor: 'souvenir',
      validate: (value) => ({ value: value as object }),
      jsonSchema: { input: () => told, output: () => told },
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
function shortened(json: unknown, untold: ReadonlySet<string>): unknown {
  if (Array.isArray(json)) return json.map((each) => shortened(each, untold));
  if (typeof json !== 'object' || json === null) return json;
  const { anyOf, ...rest } = json as Record<string, unknown>;
  const kept = JSON.stringify(anyOf) === MOMENT ? { type: 'string', ...rest } : json;
  return Object.fromEntries(
    Object.entries(kept).flatMap(([key, value]) => (untold.has(key) ? [] : [[key, shortened(value, untold)]])),
  );
}
