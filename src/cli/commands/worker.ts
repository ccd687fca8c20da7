import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { addCommand, optionsOf, refuseScope } from '../command.ts';
import type { WorkerFlags } from '../run-worker.ts';
import { hoursValue } from './serve.ts';

export function addWorker(program: Command, cli: Cli): void {
  const description = 'Do what is to be done in the background, and nothing else.';
  const command = addCommand(program, 'worker', description, ['worker --store postgres://localhost/memory'])
    .option(
      '--quiet-hours <from-to>',
      'when memories fade and the cycle runs, as 2-5; any time unless given',
      hoursValue,
    )
    .option('--redrive', 'first try again what failed again and again')
    .action(async () => {
      const options = optionsOf<WorkerFlags>(command);
      refuseScope(command, ['tenant', 'user', 'project', 'session'], 'it works for everybody');
      const { runWorker } = await import('../run-worker.ts');
      await runWorker(cli, options);
    });
}
