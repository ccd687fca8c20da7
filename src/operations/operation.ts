import { z } from 'zod';
import type { Store } from '../contracts/store.ts';
import { parse } from '../model/parse.ts';
import type { CycleStage } from '../model/report.ts';
import type { ScopedSouvenir } from '../souvenir/handle.ts';
import type { Souvenir } from '../souvenir/souvenir.ts';

type TrialStage = 'evaluating' | 'replaying' | 'comparing';

export interface OperationProgress {
  readonly stage: 'recording' | 'consolidating' | 'embedding' | 'exporting' | TrialStage | CycleStage;
  readonly done: number;
  readonly total: number;
}

export interface OperationContext {
  readonly souvenir: Souvenir;
  /** The handle of whoever asks: an operation sees and changes nothing outside of its scope. */
  readonly memory: ScopedSouvenir;
  /** Nobody named an agent: that of the handle is only the default. Else it was named. */
  readonly isAnyAgent?: boolean;
  /** The store under the Souvenir, for operations that read it page by page. */
  readonly store: Store;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: OperationProgress) => void;
}

/**
 * What a key may be let use, after the table of plans in the design: each operation belongs to one. A moment in the past (`asOf`) is `time`
 * wherever it is asked for, and a read that names no project is `acrossProjects`.
 */
export const CAPABILITIES = [
  'remember',
  'recall',
  'time',
  'reinforce',
  'consolidate',
  'patterns',
  'acrossProjects',
  'analytics',
  'context',
  'documents',
  'transfer',
  'erase',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** What it does to what is held. Counting that a memory was recalled is no change; what destroys takes something out of sight or away. */
export type Effect = 'reads' | 'writes' | 'destroys';

/**
 * Whose is what an operation reads and changes; a key of one project may do accordingly. What is a project's is the key's own. What is the
 * user's, the same in every project, it reads if its plan spans projects, and never changes. What goes over all projects at once it may not do.
 */
export type Belonging = 'project' | 'user' | 'allProjects';

/** A public call as plain data, to be served as HTTP, MCP and command line. */
export interface Definition<Input extends z.ZodObject, Output extends z.ZodType, Result> {
  /** One line, for people. */
  readonly summary: string;
  readonly effect: Effect;
  /** Done twice it leaves what it left the first time. */
  readonly isIdempotent?: boolean;
  readonly capability: Capability;
  /** What it needs besides. */
  readonly alsoNeeds?: Capability;
  readonly belongsTo: Belonging;
  /** Whether this input goes over all projects, where that decides. */
  spansProjects?(input: z.output<Input>): boolean;
  /** For a key of one project, the input that leaves what is not of that project alone. */
  withinProject?(input: z.output<Input>): z.output<Input>;
  /** No plan keeps anybody from it: it is theirs. */
  readonly forEveryPlan?: true;
  /** Its result comes an item at a time. */
  readonly isStream?: true;
  /** It looks into the whole memory, other owners' too. */
  readonly ofWholeMemory?: true;
  /** Whether this input changes nothing, where that decides. */
  onlyReads?(input: z.output<Input>): boolean;
  /** Whether it changes how every user's memories are recalled; */
  tunes?(input: z.output<Input>): boolean;
  /** then the input that does not, for those who may not; without one they are refused. */
  untuned?(input: z.output<Input>): z.output<Input>;
  /** The command that performs it, such as `profile set`; without one the command line has no use for it. */
  readonly command?: string;
  /** The MCP tool that performs it. */
  readonly tool?: string;
  /** The call's subject and options in one object, each by the schema that the call itself reads it with. */
  readonly input: Input;
  /** The result; of a stream, each of its items. */
  readonly output: Output;
  handler(context: OperationContext, input: z.output<Input>): Result;
}

export interface Operation<Input extends z.ZodObject, Output extends z.ZodType, Result>
  extends Definition<Input, Output, Result> {
  /** As the call on the handle is written, such as `memories.add`. */
  readonly name: string;
}

/** Checks when compiled that the handler's result is what the output schema says. */
export const operation = <
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Result extends Promise<z.input<Output>> | AsyncIterable<z.input<Output>>,
>(
  defined: Definition<Input, Output, Result>,
): Definition<Input, Output, Result> => defined;

/** Operations that know the names they are listed under. */
export const named = <Defined extends object>(defined: Defined) =>
  Object.fromEntries(Object.entries(defined).map(([name, each]) => [name, { name, ...each }])) as {
    readonly [Name in keyof Defined]: Defined[Name] & { readonly name: Name };
  };

/** Checks the input, then calls the handler. */
export const perform = <Input extends z.ZodObject, Output extends z.ZodType, Result>(
  { name, input: schema, handler }: Operation<Input, Output, Result>,
  context: OperationContext,
  input: z.input<Input>,
): Result => handler(context, parse(schema, input, name));

/** How schemas are written as JSON Schema. A moment is a string, as JSON has it. */
export const jsonSchemaOptions = (io: 'input' | 'output'): z.core.ToJSONSchemaParams => ({
  io,
  unrepresentable: 'any',
  override({ zodSchema, jsonSchema }) {
    if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
  },
});

/** The JSON Schema of what a caller sends, or of what it gets. */
export const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, jsonSchemaOptions(io));

/** A list as results have it. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();

/** The input of an operation that takes none. */
export const nothing = z.strictObject({});
