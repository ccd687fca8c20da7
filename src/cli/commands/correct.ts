import type { Command } from 'commander';
import { correctOperation } from '../../operations/correct.ts';
import { type Cli, EXAMPLE_ID, memoryCommand, optionsOf, withExample } from '../cli.ts';
import { nameValue } from '../option-values.ts';
import { readContent } from '../read-text.ts';
import { revise } from './revise.ts';

export function addCorrect(program: Command, cli: Cli): void {
  const command = memoryCommand(program, correctOperation)
    .argument('<content>', 'what is right; - reads it from stdin')
    .requiredOption('--reason <text>', 'how you know', nameValue)
    .action(async (id: string, text: string) => {
      const options = optionsOf<{ reason: string }>(command);
      const content = await readContent(text, cli.signal);
      await revise(cli, options, correctOperation, { id, content, reason: options.reason }, 'Corrected by');
    });
  withExample(command, `souvenir correct ${EXAMPLE_ID} "The payments API uses OAuth" --reason "Ben looked it up"`);
}
