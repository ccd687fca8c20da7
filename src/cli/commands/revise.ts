import type { z } from 'zod';
import type { Memory } from '../../model/memory.ts';
import { type Operation, perform } from '../../operations/operation.ts';
import { type Cli, type GlobalOptions, placeOf } from '../cli.ts';
import { printResult } from '../output.ts';
import { memoryLine } from '../render/memory-line.ts';
import { withMemory } from '../with-memory.ts';

/** Does something with one memory, and tells what it is now. */
export async function revise<Input extends z.ZodType>(
  cli: Cli,
  options: GlobalOptions,
  operation: Operation<Input, Promise<Memory>>,
  input: z.input<Input>,
  did: string | ((memory: Memory) => string),
): Promise<void> {
  const given = { ...placeOf(options), ...(input as object) } as z.input<Input>;
  const memory = await withMemory(cli, options, (context) => perform(operation, context, given), {
    awaitVectors: true,
  });
  const told = typeof did === 'string' ? did : did(memory);
  await printResult(options, memory, () => [`${told} ${memoryLine(memory)}`]);
}
