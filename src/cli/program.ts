import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import type { Cli } from './cli.ts';
import { addArchive } from './commands/archive.ts';
import { addConsolidate } from './commands/consolidate.ts';
import { addContext } from './commands/context.ts';
import { addCorrect } from './commands/correct.ts';
import { addCycle } from './commands/cycle.ts';
import { addDemo } from './commands/demo.ts';
import { addDiff } from './commands/diff.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExport } from './commands/export.ts';
import { addForget } from './commands/forget.ts';
import { addHistory } from './commands/history.ts';
import { addImport } from './commands/import.ts';
import { addInstructions } from './commands/instructions.ts';
import { addKnowledge } from './commands/knowledge.ts';
import { addLink } from './commands/link.ts';
import { addList } from './commands/list.ts';
import { addProfile } from './commands/profile.ts';
import { addRecall } from './commands/recall.ts';
import { addRecord } from './commands/record.ts';
import { addReinforce } from './commands/reinforce.ts';
import { addRemember } from './commands/remember.ts';
import { addRestore } from './commands/restore.ts';
import { addRollback } from './commands/rollback.ts';
import { addShow } from './commands/show.ts';
import { addStats } from './commands/stats.ts';
import { addSupersede } from './commands/supersede.ts';
import { addTurn } from './commands/turn.ts';
import { addUnlink } from './commands/unlink.ts';
import { addUpdate } from './commands/update.ts';
import { EMBEDDERS } from './create-embedder.ts';
import { readEnvironment } from './environment.ts';
import { pathValue } from './option-values.ts';

/** Under the headings of the help. */
const COMMANDS = {
  'Begin:': [addDemo, addDoctor],
  'Tell it something:': [addRecord, addImport, addRemember],
  'Let it learn:': [addConsolidate, addCycle],
  'Ask it:': [addRecall, addContext, addTurn],
  'Beside memory:': [addProfile, addInstructions, addKnowledge],
  'Look into it:': [addList, addShow, addHistory, addDiff, addStats, addExport],
  'Change a memory:': [
    ...[addCorrect, addUpdate, addReinforce, addSupersede, addArchive, addForget, addRestore, addLink, addUnlink],
  ],
  'Go back:': [addRollback],
};

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
  program.commandsGroup('Begin:').helpCommand(true);
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const add of commands) add(program, cli);
  }
  adviseHelp(program, 'souvenir');
  return program;
}

/** In each error of a command and of those below it. */
function adviseHelp(command: Command, path: string): void {
  const advice = `try ${path} --help`;
  command.configureOutput({ outputError: (text, write) => write(`souvenir: ${oneLine(text)}; ${advice}\n`) });
  for (const each of command.commands) adviseHelp(each, `${path} ${each.name()}`);
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
