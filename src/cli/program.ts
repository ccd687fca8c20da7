import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { Cli } from './cli.ts';
import { addDemo, addDoctor } from './commands/begin.ts';
import { addDocuments } from './commands/documents.ts';
import { addBackup, addDecrypt, addEncrypt, addRekey, addRestoreBackup } from './commands/files.ts';
import { addDiff, addHistory, addRollback } from './commands/history.ts';
import { addInstructions } from './commands/instructions.ts';
import { addKeys } from './commands/keys.ts';
import { addMcp } from './commands/mcp.ts';
import {
  addAdd,
  addArchive,
  addCorrect,
  addErase,
  addForget,
  addLink,
  addList,
  addReinforce,
  addRestore,
  addShow,
  addSupersede,
  addUnlink,
  addUpdate,
} from './commands/memories.ts';
import { addProfile } from './commands/profile.ts';
import { addContext, addRecall, addTurn } from './commands/recall.ts';
import { addConsolidate, addCycle, addRecord, addSessions, addStats } from './commands/record.ts';
import { addServe } from './commands/serve.ts';
import { addExport, addImport } from './commands/transfer.ts';
import { CHOICES, choiceOption, nameValue, pathValue } from './options.ts';

/** Under the headings of the help. */
const COMMANDS = {
  'Begin:': [addDemo, addServe, addDoctor],
  'Tell it something:': [addRecord, addImport, addAdd],
  'Let it learn:': [addConsolidate, addSessions, addCycle],
  'Ask it:': [addRecall, addContext, addTurn],
  'Beside memory:': [addProfile, addInstructions, addDocuments],
  'Look into it:': [addList, addShow, addHistory, addDiff, addStats, addExport],
  'Change a memory:': [
    ...[
      addCorrect,
      addUpdate,
      addReinforce,
      addSupersede,
      addArchive,
      addForget,
      addErase,
      addRestore,
      addLink,
      addUnlink,
    ],
  ],
  'Go back:': [addRollback],
  'Serve it:': [addMcp, addKeys],
  'Keep the file safe:': [addBackup, addRestoreBackup, addEncrypt, addRekey, addDecrypt],
};

/** The whole command line. It loads nothing of the engine: each command does when it runs. */
export function createProgram(cli: Cli): Command {
  const program = new Command('souvenir')
    .description('Persistent memory for AI agents, in one file.')
    .version(packageVersion())
    .option('--db <path>', 'the memory file', pathValue, process.env['SOUVENIR_DB'] || './souvenir.db')
    .option(
      '--key-file <path>',
      'the file with the key that the memory is encrypted with; else it is in SOUVENIR_KEY',
      pathValue,
      process.env['SOUVENIR_KEY_FILE'],
    )
    .option('--tenant <id>', 'whose memory: the tenant', nameValue, 'default')
    .option('--user <id>', 'whose memory: the user', nameValue, 'default')
    .option('--agent <id>', 'whose memory: the agent', nameValue, 'default')
    .option('--project <id>', 'the project; without it a search spans all', nameValue)
    .option('--session <id>', 'the session; without it a search spans all', nameValue)
    .addOption(choiceOption('--embedder <name>', 'what turns text into vectors', CHOICES.embedder).default('souvenir'))
    .option(
      '--llm <url>',
      'a language model to read sessions with, by the address of an OpenAI-compatible server; its key in SOUVENIR_LLM_KEY',
      nameValue,
      process.env['SOUVENIR_LLM'],
    )
    .option('--llm-model <name>', 'which of its models', nameValue, process.env['SOUVENIR_LLM_MODEL'] || 'default')
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

/** Points to the help in each error of a command and of those below it. */
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
