import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { addCommand, optionsOf, refuseScope } from '../command.ts';
import type { WorkerFlags } from '../run-worker.ts';
import { hoursValue } from './serve.ts';

export function addWorker(program: Command, cli: Cli): void {
  const description = 'Run background work only.';
  const command = addCommand(program, 'worker', description, ['worker --store postgres://localhost/memory'])
    .option('--quiet-hours <from-to>', 'the hours for fading and cycles, such as 2-5; any time by default', hoursValue)
    .option('--redrive', 'first queue the repeatedly failed jobs again')
    .action(async () => {
      const options = optionsOf<WorkerFlags>(command);
      refuseScope(command, ['tenant', 'user', 'project', 'session'], 'a worker serves all scopes');
      const { runWorker } = await import('../run-worker.ts');
      await runWorker(cli, options);
    });
}
