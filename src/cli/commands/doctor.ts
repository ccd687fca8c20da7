import type { Command } from 'commander';
import { type Cli, optionsOf, withExample } from '../cli.ts';
import { examine } from '../doctor/checks.ts';
import { printResult } from '../output.ts';
import { checkLines } from '../render/checks.ts';

export function addDoctor(program: Command, cli: Cli): void {
  const command = program
    .command('doctor')
    .description('Check that everything this memory needs is there and works.')
    .action(async () => {
      const options = optionsOf(command);
      const checks = await examine(options);
      await printResult(options, checks, () => checks.flatMap(checkLines));
      if (checks.some(({ ok }) => !ok)) cli.fail();
    });
  withExample(command, 'souvenir doctor --db team.db');
}
