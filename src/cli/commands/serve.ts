import { type Command, InvalidArgumentError } from 'commander';
import type { Cli } from '../cli.ts';
import { addCommand, optionsOf, refuseScope } from '../command.ts';
import { listValue, nameValue, wholeValue } from '../options.ts';
import type { ServeFlags } from '../run-server.ts';

function portValue(text: string): number {
  const port = wholeValue(text);
  if (port > 65_535) throw new InvalidArgumentError('It must be a port from 0 to 65535.');
  return port;
}

/** The server's own limit. */
const MAX_TENANTS = 1000;

function tenantsValue(text: string): number {
  const tenants = wholeValue(text);
  if (tenants < 1 || tenants > MAX_TENANTS) throw new InvalidArgumentError(`It must be from 1 to ${MAX_TENANTS}.`);
  return tenants;
}

export function hoursValue(text: string): { from: number; to: number } {
  const [from = Number.NaN, to = Number.NaN, ...more] = text.split('-').map((each) => Number.parseInt(each, 10));
  const areHours = [from, to].every((hour) => hour >= 0 && hour < 24) && more.length === 0;
  if (!areHours) throw new InvalidArgumentError('It must be two hours of the day, such as 2-5.');
  return { from, to };
}

export function addServe(program: Command, cli: Cli): void {
  const description = 'Serve the memory over HTTP, and keep it up meanwhile.';
  const command = addCommand(program, 'serve', description, ['serve --db team.db --port 8080'])
    .option('--port <number>', 'where it listens, 0 for any; 4600, or the next that is free, unless given', portValue)
    .option('--host <address>', 'on which address, 127.0.0.1 unless given; other machines need a key', nameValue)
    .option('--require-key', 'ask for a key on this machine too')
    .option('--allow-host <name>', 'another name it is called by, as behind a proxy; several by repeating', listValue())
    .option('--cors <origin>', 'a site whose pages may read answers; several by repeating', listValue())
    .option('--metrics-by-tenant <number>', '/metrics names so many tenants; all others count as one', tenantsValue)
    .option('--no-background', 'consolidate nothing and run no cycle by itself')
    .option(
      '--quiet-hours <from-to>',
      'when memories fade and the cycle runs, as 2-5; any time unless given',
      hoursValue,
    )
    .option('--demo', 'serve .souvenir/demo.db instead, made at first with the life of three users')
    .action(async () => {
      const options = optionsOf<ServeFlags>(command);
      refuseScope(
        command,
        ['tenant', 'user', 'project', 'session'],
        'each request says whose memory it asks; `souvenir keys create NAME --bind-user ID` makes a key for one user',
      );
      const { runServer } = await import('../run-server.ts');
      await runServer(cli, options);
    });
}
