import type { Command } from 'commander';
import { historyOperation } from '../../operations/history.ts';
import { perform } from '../../operations/operation.ts';
import { type Cli, EXAMPLE_ID, memoryCommand, optionsOf, placeOf, withExample } from '../cli.ts';
import { printResult } from '../output.ts';
import { historyLines } from '../render/history.ts';
import { withMemory } from '../with-memory.ts';

export function addHistory(program: Command, cli: Cli): void {
  const command = memoryCommand(program, historyOperation).action(async (id: string) => {
    const options = optionsOf(command);
    const input = { id, ...placeOf(options) };
    const versions = await withMemory(cli, options, (context) => perform(historyOperation, context, input), {
      embedder: null,
    });
    await printResult(options, versions, historyLines);
  });
  withExample(command, `souvenir history ${EXAMPLE_ID}`);
}
