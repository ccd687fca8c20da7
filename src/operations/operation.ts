import type { z } from 'zod';
import type { Store } from '../contracts/store.ts';
import { parse } from '../model/parse.ts';
import type { CycleStage } from '../model/report.ts';
import type { Scope } from '../model/scope.ts';
import type { Souvenir } from '../souvenir/souvenir.ts';

export interface OperationProgress {
  readonly stage: 'recording' | 'consolidating' | 'embedding' | 'exporting' | CycleStage;
  readonly done: number;
  readonly total: number;
}

export interface OperationContext {
  readonly souvenir: Souvenir;
  /** The store under the Souvenir, for what reads it page by page. */
  readonly store: Store;
  /** The Souvenir's default scope, for what goes past it to the store. */
  readonly scope: Scope;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: OperationProgress) => void;
}

/** Something a caller can ask for, whatever it asks through. Inputs and results are plain data. */
export interface Operation<Input extends z.ZodType, Result> {
  readonly name: string;
  /** One line, for people. */
  readonly summary: string;
  readonly input: Input;
  handler(context: OperationContext, input: z.output<Input>): Result;
}

/** Checks the input, then does it. */
export const perform = <Input extends z.ZodType, Result>(
  { name, input: schema, handler }: Operation<Input, Result>,
  context: OperationContext,
  input: z.input<Input>,
): Result => handler(context, parse(schema, input, name));
