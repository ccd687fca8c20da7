import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { readEnvironment } from '../config/environment.ts';
import type { Cli } from './cli.ts';
import { addConsolidate } from './commands/consolidate.ts';
import { addContext } from './commands/context.ts';
import { addDemo } from './commands/demo.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExport } from './commands/export.ts';
import { addImport } from './commands/import.ts';
import { addRecall } from './commands/recall.ts';
import { addRecord } from './commands/record.ts';
import { addStats } from './commands/stats.ts';
import { EMBEDDERS } from './create-embedder.ts';
import { pathValue } from './option-values.ts';

const COMMANDS = [addDemo, addRecord, addImport, addConsolidate, addRecall, addContext, addStats, addDoctor, addExport];

/** The whole command line. */
export function createProgram(cli: Cli): Command {
  const program = new Command('souvenir')
    .description('Persistent memory for AI agents, in one file.')
    .version(packageVersion())
    .option('--db <path>', 'the memory file', pathValue, readEnvironment().databasePath ?? './souvenir.db')
    .option('--tenant <id>', 'whose memory: the tenant', 'default')
    .option('--user <id>', 'whose memory: the user', 'default')
    .option('--agent <id>', 'whose memory: the agent', 'default')
    .option('--project <id>', 'the project; without it a search spans all')
    .option('--session <id>', 'the session; without it a search spans all')
    .addOption(new Option('--embedder <name>', 'what turns text into vectors').choices(EMBEDDERS).default('souvenir'))
    .option('--json', 'print the result as JSON')
    .option('--debug', 'print where an error comes from')
    .addHelpText('after', '\nExample:\n  $ souvenir demo')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride();
  for (const add of COMMANDS) add(program, cli);
  adviseHelp(program, 'souvenir --help');
  for (const command of program.commands) adviseHelp(command, `souvenir ${command.name()} --help`);
  return program;
}

function adviseHelp(command: Command, help: string): void {
  command.configureOutput({ outputError: (text, write) => write(`souvenir: ${oneLine(text)}; try ${help}\n`) });
}

const oneLine = (text: string): string =>
  text
    .replace(/^error: /, '')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '');

function packageVersion(): string {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
