import type { Command } from 'commander';
import { perform } from '../../operations/operation.ts';
import { rollbackOperation } from '../../operations/rollback.ts';
import { type Cli, commandFor, optionsOf, placeOf, withExample } from '../cli.ts';
import { dateValue } from '../option-values.ts';
import { note, printResult } from '../output.ts';
import { rollbackLines } from '../render/retracing.ts';
import { withMemory } from '../with-memory.ts';

export function addRollback(program: Command, cli: Cli): void {
  const command = commandFor(program, rollbackOperation)
    .argument('<to>', 'the moment, such as 2026-03-03T12:00Z', dateValue)
    .option('--yes', 'do it; without this, only tell what it would do')
    .action(async (to: Date) => {
      const options = optionsOf<{ yes?: boolean }>(command);
      const input = { to, dryRun: !options.yes, ...placeOf(options) };
      const work = { awaitVectors: true };
      const done = await withMemory(cli, options, (context) => perform(rollbackOperation, context, input), work);
      await printResult(options, done, rollbackLines);
      if (done.dryRun && done.restored.length + done.forgotten.length > 0)
        note('nothing was changed; add --yes to do it');
    });
  withExample(command, 'souvenir rollback 2026-03-03T12:00Z');
}
