import type { Command } from 'commander';
import { archiveOperation } from '../../operations/put-away.ts';
import { type Cli, EXAMPLE_ID, memoryCommand, optionsOf, withExample } from '../cli.ts';
import { revise } from './revise.ts';

export function addArchive(program: Command, cli: Cli): void {
  const command = memoryCommand(program, archiveOperation).action((id: string) =>
    revise(cli, optionsOf(command), archiveOperation, { id }, 'Archived'),
  );
  withExample(command, `souvenir archive ${EXAMPLE_ID}`);
}
