import type { Command } from 'commander';
import { diffOperation } from '../../operations/diff.ts';
import { perform } from '../../operations/operation.ts';
import { type Cli, commandFor, optionsOf, placeOf, withExample } from '../cli.ts';
import { dateValue } from '../option-values.ts';
import { printResult } from '../output.ts';
import { diffLines } from '../render/retracing.ts';
import { withMemory } from '../with-memory.ts';

export function addDiff(program: Command, cli: Cli): void {
  const command = commandFor(program, diffOperation)
    .argument('<from>', 'the earlier moment, such as 2026-03-03 or 2026-03-03T12:00Z', dateValue)
    .argument('[to]', 'the later moment; now unless given', dateValue)
    .action(async (from: Date, to: Date | undefined) => {
      const options = optionsOf(command);
      const input = { from, to, ...placeOf(options) };
      const diff = await withMemory(cli, options, (context) => perform(diffOperation, context, input), {
        embedder: null,
      });
      await printResult(options, diff, diffLines);
    });
  withExample(command, 'souvenir diff 2026-03-03 2026-03-06');
}
