import type { Command } from 'commander';
import { updateOperation } from '../../operations/update.ts';
import { type Cli, EXAMPLE_ID, memoryCommand, optionsOf, withExample } from '../cli.ts';
import { dateOrNoneValue, type None, noneAsNull } from '../option-values.ts';
import { type AboutMemoryFlags, aboutMemoryInput, addAboutMemoryOptions } from './about-memory-options.ts';
import { revise } from './revise.ts';

interface UpdateOptions extends AboutMemoryFlags {
  readonly content?: string;
  readonly validAt?: Date | None;
  readonly invalidAt?: Date | None;
  readonly reason?: string;
}

export function addUpdate(program: Command, cli: Cli): void {
  const command = memoryCommand(program, updateOperation).option('--content <text>', 'what it says');
  addAboutMemoryOptions(command)
    .option('--valid-at <date>', 'since when it is true; none for ever', dateOrNoneValue)
    .option('--invalid-at <date>', 'until when it is true; none for ever', dateOrNoneValue)
    .option('--reason <text>', 'why, for its history')
    .action(async (id: string) => {
      const options = optionsOf<UpdateOptions>(command);
      const { content, reason } = options;
      const [validAt, invalidAt] = [noneAsNull(options.validAt), noneAsNull(options.invalidAt)];
      const change = { content, ...aboutMemoryInput(options), validAt, invalidAt };
      if (Object.values(change).every((value) => value === undefined)) command.error('error: names nothing to change');
      await revise(cli, options, updateOperation, { id, change: { ...change, reason } }, 'Updated');
    });
  withExample(command, `souvenir update ${EXAMPLE_ID} --importance 0.9 --reason "it blocks the release"`);
}
