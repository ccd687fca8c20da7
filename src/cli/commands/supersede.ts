import type { Command } from 'commander';
import { supersedeOperation } from '../../operations/supersede.ts';
import { type Cli, EXAMPLE_ID, memoryCommand, optionsOf, withExample } from '../cli.ts';
import { revise } from './revise.ts';

export function addSupersede(program: Command, cli: Cli): void {
  const command = memoryCommand(program, supersedeOperation)
    .argument('<by>', 'the memory that takes its place')
    .action((id: string, by: string) =>
      revise(cli, optionsOf(command), supersedeOperation, { id, by }, `Replaced by ${by}:`),
    );
  withExample(command, `souvenir supersede ${EXAMPLE_ID} 01JB2XM0A8E3S6F1K7PYGQ4TDC`);
}
