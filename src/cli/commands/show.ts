import type { Command } from 'commander';
import { perform } from '../../operations/operation.ts';
import { showOperation } from '../../operations/show.ts';
import { type Cli, EXAMPLE_ID, memoryCommand, optionsOf, placeOf, withExample } from '../cli.ts';
import { countValue } from '../option-values.ts';
import { printResult } from '../output.ts';
import { shownLines } from '../render/shown.ts';
import { withMemory } from '../with-memory.ts';

export function addShow(program: Command, cli: Cli): void {
  const command = memoryCommand(program, showOperation)
    .option('--depth <steps>', 'how many links away its neighbours may be', countValue)
    .action(async (id: string) => {
      const options = optionsOf<{ depth?: number }>(command);
      const input = { id, depth: options.depth, ...placeOf(options) };
      const shown = await withMemory(cli, options, (context) => perform(showOperation, context, input), {
        embedder: null,
      });
      await printResult(options, shown, shownLines);
    });
  withExample(command, `souvenir show ${EXAMPLE_ID}`);
}
