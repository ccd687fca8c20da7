import type { z } from 'zod';
import { type Operation, perform } from '../../operations/operation.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { printResult } from '../output.ts';
import { type MemoryOptions, withMemory } from '../with-memory.ts';

interface Asked<Input extends z.ZodType, Result> {
  readonly operation: Operation<Input, Promise<Result>>;
  readonly input: z.input<Input>;
  /** Without vectors unless given. */
  readonly memory?: MemoryOptions;
  render(result: Result): readonly string[];
}

/** Does what is asked, and prints what came of it. */
export async function answer<Input extends z.ZodType, Result>(
  cli: Cli,
  options: GlobalOptions,
  { operation, input, memory = { embedder: null }, render }: Asked<Input, Result>,
): Promise<Result> {
  const result = await withMemory(cli, options, (context) => perform(operation, context, input), memory);
  await printResult(options, result, render);
  return result;
}
