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
  const description = 'Serve the memory over HTTP and run its background work.';
  const command = addCommand(program, 'serve', description, ['serve --db team.db --port 8080'])
    .option('--port <number>', 'the port, 0 for any; by default 4600 or the next free one', portValue)
    .option('--host <address>', 'the address to listen on, by default 127.0.0.1; other machines need a key', nameValue)
    .option('--require-key', 'require a key from this machine too')
    .option('--allow-host <name>', 'another host name of the server, as behind a proxy; repeatable', listValue())
    .option('--cors <origin>', 'an origin whose pages may call the server; repeatable', listValue())
    .option('--metrics-by-tenant <number>', 'the number of tenants that /metrics lists separately', tenantsValue)
    .option('--no-background', 'run no background work: neither consolidation nor cycles')
    .option('--quiet-hours <from-to>', 'the hours for fading and cycles, such as 2-5; any time by default', hoursValue)
    .option('--demo', 'serve .souvenir/demo.db, a demo memory of three users that is created on first use')
    .action(async () => {
      const options = optionsOf<ServeFlags>(command);
      refuseScope(
        command,
        ['tenant', 'user', 'project', 'session'],
        'each request names its scope; `souvenir keys create NAME --bind-user ID` creates a key for one user',
      );
      const { runServer } = await import('../run-server.ts');
      await runServer(cli, options);
    });
}
