import { z } from 'zod';
import type { Store } from '../contracts/store.ts';
import type { ErasureReceipt } from '../model/erasure.ts';
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

export type SettleHooks = (selected: () => Promise<ErasureReceipt>) => Promise<void>;

export interface OperationContext {
  readonly souvenir: Souvenir;
  /** The caller's handle: an operation sees and changes nothing outside of its scope. */
  readonly memory: ScopedSouvenir;
  /** Whether the handle's agent is only the default. */
  readonly isAnyAgent?: boolean;
  /** The store itself, for operations that read it page by page. */
  readonly store: Store;
  /** Where hooks keep their notes about this memory, if it is a file. */
  readonly hookFolder?: string;
  /** Prepares the files of hooks for an erasure of what `selected` tells: its dry run. */
  readonly settleHooks?: SettleHooks;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: OperationProgress) => void;
}

/** The capabilities of a key; each operation needs one. A past moment (`asOf`) also needs `time`, a read without a project `acrossProjects`. */
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

/** The effect on stored memories. Access counts are no change; `destroys` hides or erases. */
export type Effect = 'reads' | 'writes' | 'destroys';

/** A key of one project may use `project`, may read `user` if its plan spans projects, and may not use `allProjects`. */
export type DataOwner = 'project' | 'user' | 'allProjects';

/** A public call as plain data, served over HTTP, MCP and the command line. */
export interface Definition<Input extends z.ZodObject, Output extends z.ZodType, Result> {
  readonly summary: string;
  readonly effect: Effect;
  /** Whether a second call with the same input changes nothing more. */
  readonly isIdempotent?: boolean;
  readonly capability: Capability;
  /** A second capability that it needs. */
  readonly alsoNeeds?: Capability;
  readonly belongsTo: DataOwner;
  /** Whether this input spans all projects, where the input decides. */
  spansProjects?(input: z.output<Input>): boolean;
  /** The same input without consolidation, for callers who may not ask for it. */
  unconsolidated?(input: z.output<Input>): z.output<Input>;
  /** Every plan includes it. */
  readonly forEveryPlan?: true;
  readonly isStream?: true;
  /** Covers the whole memory, including other owners. */
  readonly ofWholeMemory?: true;
  /** Whether this input changes nothing, where the input decides. */
  onlyReads?(input: z.output<Input>): boolean;
  /** Whether this input changes how every user's memories are recalled. */
  tunes?(input: z.output<Input>): boolean;
  /** The same input without that change, for callers without the capability; unless defined, they are refused. */
  untuned?(input: z.output<Input>): z.output<Input>;
  /** The command that performs it, such as `profile set`; absent if the command line does not offer it. */
  readonly command?: string;
  readonly tool?: string;
  /** The call's subject and options in one object, with the schemas of the call itself. */
  readonly input: Input;
  /** The result; of a stream, each item. */
  readonly output: Output;
  handler(context: OperationContext, input: z.output<Input>): Result;
}

export interface Operation<Input extends z.ZodObject, Output extends z.ZodType, Result>
  extends Definition<Input, Output, Result> {
  /** The name of the call on the handle, such as `memories.add`. */
  readonly name: string;
}

/** Lets the compiler check that the handler's result fits the output schema. */
export const operation = <
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Result extends Promise<z.input<Output>> | AsyncIterable<z.input<Output>>,
>(
  defined: Definition<Input, Output, Result>,
): Definition<Input, Output, Result> => defined;

/** Adds to each operation the name of its key. */
export const named = <Defined extends object>(defined: Defined) =>
  Object.fromEntries(Object.entries(defined).map(([name, each]) => [name, { name, ...each }])) as {
    readonly [Name in keyof Defined]: Defined[Name] & { readonly name: Name };
  };

/** Whether this call changes nothing. */
export const isRead = (
  { effect, onlyReads }: Pick<Definition<never, never, unknown>, 'effect' | 'onlyReads'>,
  input: object,
): boolean => effect === 'reads' || onlyReads?.(input as never) === true;

export const perform = <Input extends z.ZodObject, Output extends z.ZodType, Result>(
  { name, input: schema, handler }: Operation<Input, Output, Result>,
  context: OperationContext,
  input: z.input<Input>,
): Result => handler(context, parse(schema, input, name));

/** JSON Schema options; a date is a string. */
export const jsonSchemaOptions = (io: 'input' | 'output'): z.core.ToJSONSchemaParams => ({
  io,
  unrepresentable: 'any',
  override({ zodSchema, jsonSchema }) {
    if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
  },
});

export const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, jsonSchemaOptions(io));

export const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();

export const nothing = z.strictObject({});
