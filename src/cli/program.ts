import { Command } from 'commander';
import { packageVersion } from '../package-version.ts';
import { withoutPasswords } from './address.ts';
import type { Cli } from './cli.ts';
import { addOutcomes, addPersona, addProcedures, addPublish, addTools } from './commands/agent.ts';
import { addDemo, addDoctor } from './commands/begin.ts';
import { addChat } from './commands/chat.ts';
import { addCompletion } from './commands/completion.ts';
import { addConfig } from './commands/config.ts';
import { addConnect } from './commands/connect.ts';
import { addCopy } from './commands/copy.ts';
import { addDb } from './commands/db.ts';
import { addDocuments } from './commands/documents.ts';
import { addErase } from './commands/erase.ts';
import { addBackup, addDecrypt, addEncrypt, addRekey, addRestoreBackup } from './commands/files.ts';
import { addDiff, addHistory, addRollback } from './commands/history.ts';
import { addHook } from './commands/hook.ts';
import { addInit } from './commands/init.ts';
import { addInstructions } from './commands/instructions.ts';
import { addJobs } from './commands/jobs.ts';
import { addKeys } from './commands/keys.ts';
import { addMcp } from './commands/mcp.ts';
import {
  addAdd,
  addArchive,
  addCorrect,
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
import { addConsolidate, addCycle, addRecord, addRecordSetting, addSessions, addStats } from './commands/record.ts';
import { addServe } from './commands/serve.ts';
import { addExport, addImport } from './commands/transfer.ts';
import { addWorker } from './commands/worker.ts';
import { applyConfig, settingOption } from './config.ts';
import { CHOICES, databaseValue, pathValue } from './options.ts';

const COMMANDS = {
  'Start:': [addDemo, addInit, addChat, addDoctor, addConfig, addCompletion],
  'Record:': [addRecord, addImport, addAdd, addRecordSetting],
  'Consolidate:': [addConsolidate, addSessions, addCycle],
  'Recall:': [addRecall, addContext, addTurn],
  'Context:': [addProfile, addInstructions, addDocuments, addPersona, addProcedures],
  'Inspect:': [addList, addShow, addHistory, addDiff, addOutcomes, addTools, addStats, addExport],
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
      addPublish,
    ],
  ],
  'Undo:': [addRollback],
  'Other programs:': [addServe, addWorker, addJobs, addKeys, addConnect, addHook, addMcp],
  'Storage:': [addDb, addCopy, addBackup, addRestoreBackup, addEncrypt, addRekey, addDecrypt],
};

/** Hooks and scripts run these often; creating all the other commands takes as long as parsing the arguments of one. */
const FREQUENT_COMMANDS: Readonly<Record<string, typeof addRecall>> = {
  ...{ recall: addRecall, context: addContext, turn: addTurn },
  ...{ record: addRecord, add: addAdd },
};

/** The first argument that is neither a global option nor its value; empty after `--help` or an unknown option. */
function namedCommand({ options }: Command, args: readonly string[]): string {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (!arg.startsWith('-')) return arg;
    const [flag = ''] = arg.split('=', 1);
    const option = options.find(({ short, long }) => flag === short || flag === long);
    if (option === undefined) return '';
    if (option.required && flag === arg) at++;
  }
  return '';
}

/** The program with the named command, or with all commands where help may be needed. Commands load the engine only when they run. */
export function createProgram(cli: Cli, args: readonly string[] = []): Command {
  const program = new Command('souvenir')
    .description('Persistent memory for AI agents, in one file.')
    .version(packageVersion())
    .option(
      '--config <path>',
      'the configuration file; by default souvenir.config.ts, .mjs, .js or .json of this folder',
      pathValue,
    )
    .addOption(settingOption('--db <path>', 'the memory file', 'SOUVENIR_DB', pathValue).default('./souvenir.db'))
    .addOption(
      settingOption(
        '--store <url>',
        'a PostgreSQL database instead of the file, as postgres://user@host/name',
        'SOUVENIR_STORE',
        databaseValue,
      ),
    )
    .addOption(
      settingOption(
        '--key-file <path>',
        'the file with the encryption key, or set SOUVENIR_KEY',
        'SOUVENIR_KEY_FILE',
        pathValue,
      ),
    )
    .addOption(settingOption('--tenant <id>', 'the tenant of the memory', 'SOUVENIR_TENANT').default('default'))
    .addOption(settingOption('--user <id>', 'the user of the memory', 'SOUVENIR_USER').default('default'))
    .addOption(settingOption('--agent <id>', 'the agent of the memory', 'SOUVENIR_AGENT').default('default'))
    .addOption(
      settingOption('--project <id>', 'the project; by default a search spans all projects', 'SOUVENIR_PROJECT'),
    )
    .addOption(
      settingOption('--session <id>', 'the session; by default a search spans all sessions', 'SOUVENIR_SESSION'),
    )
    .addOption(
      settingOption('--embedder <name>', 'the embedder', 'SOUVENIR_EMBEDDER')
        .choices(CHOICES.embedder)
        .default('souvenir'),
    )
    .addOption(
      settingOption(
        '--llm <url>',
        'the URL of an OpenAI-compatible language model that reads sessions and answers chats; its key is in SOUVENIR_LLM_KEY',
        'SOUVENIR_LLM',
      ),
    )
    .addOption(settingOption('--llm-model <name>', 'the name of the model', 'SOUVENIR_LLM_MODEL').default('default'))
    .option('--json', 'print the result as JSON')
    .option('--debug', 'print the stack of an error')
    .addHelpText('after', '\nExample:\n  $ souvenir demo')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .hook('preAction', async (_, command) => {
      if (command.name() !== 'completion') await applyConfig(program);
    });
  program.commandsGroup('Start:').helpCommand(true);
  const name = namedCommand(program, args);
  const frequentCommand = Object.hasOwn(FREQUENT_COMMANDS, name) ? FREQUENT_COMMANDS[name] : undefined;
  for (const [heading, commands] of Object.entries(
    frequentCommand === undefined ? COMMANDS : { 'Command:': [frequentCommand] },
  )) {
    program.commandsGroup(heading);
    for (const add of commands) add(program, cli);
  }
  adviseHelp(program, 'souvenir');
  return program;
}

function adviseHelp(command: Command, path: string): void {
  const advice = `try ${path} --help`;
  command.configureOutput({
    outputError: (text, write) => write(`souvenir: ${withoutPasswords(oneLine(text))}; ${advice}\n`),
  });
  for (const each of command.commands) adviseHelp(each, `${path} ${each.name()}`);
}

const oneLine = (text: string): string =>
  text
    .replace(/^error: /, '')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '');
