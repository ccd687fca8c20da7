import type { Command } from 'commander';
import { restoreOperation } from '../../operations/put-away.ts';
import { type Cli, EXAMPLE_ID, memoryCommand, optionsOf, withExample } from '../cli.ts';
import { revise } from './revise.ts';

export function addRestore(program: Command, cli: Cli): void {
  const command = memoryCommand(program, restoreOperation).action((id: string) =>
    revise(cli, optionsOf(command), restoreOperation, { id }, 'Restored'),
  );
  withExample(command, `souvenir restore ${EXAMPLE_ID}`);
}
