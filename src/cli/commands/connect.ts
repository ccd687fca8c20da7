import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { Argument, type Command } from 'commander';
import { withoutPassword } from '../address.ts';
import type { Cli } from '../cli.ts';
import { addCommand, optionsOf } from '../command.ts';
import { isConfirmed, isTerminal } from '../connect/confirm.ts';
import type { AgentProgram, HostEnvironment } from '../connect/programs.ts';
import { note, print, printJson } from '../in-out.ts';
import { CHOICES } from '../options.ts';

interface ConnectFlags {
  readonly global?: boolean;
  readonly print?: boolean;
  readonly yes?: boolean;
  readonly force?: boolean;
}

export function addConnect(program: Command, cli: Cli): void {
  const description = 'Connect an agent program to this memory; shows the change first.';
  const command = addCommand(program, 'connect', description, ['connect claude-code --db team.db --user ana'])
    .addArgument(new Argument('<program>', 'which one').choices(CHOICES.program))
    .option('--global', "change the settings of all projects instead of this folder's")
    .option('--print', 'print the entry and write nothing')
    .option('--yes', 'write without asking')
    .option('--force', 'replace an existing server named souvenir')
    .action(async (name: (typeof CHOICES.program)[number]) => {
      const options = optionsOf<ConnectFlags>(command);
      const [connection, files, { PROGRAMS }, { createTwoFilesPatch }] = await Promise.all([
        ...([import('../connect/connection.ts'), import('../connect/edit-file.ts')] as const),
        ...([import('../connect/programs.ts'), import('diff')] as const),
      ]);
      const agentProgram: AgentProgram = PROGRAMS[name];
      if (options.store !== undefined && withoutPassword(options.store) !== options.store)
        note('the password is not written to the file: keep it in ~/.pgpass, which the database driver reads');
      else if (options.store === undefined && !existsSync(options.db))
        note(`${options.db} does not exist yet; it is created on first use`);
      const environment = currentEnvironment();
      const entry = connection.entryFor(agentProgram, options, environment);
      if (options.print) return print(connection.snippetOf(agentProgram, entry));
      const file = connection.fileOf(agentProgram, environment, options.global ?? false);
      const before = await files.textOf(file);
      const after = connection.connectedText(agentProgram, file, before ?? '', entry, options.force ?? false);
      const printOutcome = async (did: 'left' | 'shown' | 'written', text: string) =>
        options.json ? printJson({ program: name, file, did, entry }) : print(text);
      if (after === before)
        return printOutcome('left', `${file} already has a server named souvenir; pass --force to replace it.`);
      if (!options.json) await print(createTwoFilesPatch(file, file, before ?? '', after, '', ''));
      // A program that reads JSON cannot answer questions.
      const canAsk = !options.json && isTerminal();
      if (!options.yes && !(canAsk && (await isConfirmed(`Write this to ${file}?`, cli.signal)))) {
        if (!canAsk) {
          note('there is no terminal to ask on: pass --yes to write, or --print to print the entry');
          cli.fail();
        }
        return printOutcome('shown', 'Nothing was written.');
      }
      await files.replaceText(file, before, after);
      return printOutcome('written', `Written. Start ${agentProgram.title} again to use this memory.`);
    });
}

function currentEnvironment(): HostEnvironment {
  const { platform, env } = process;
  return { home: env['HOME'] || env['USERPROFILE'] || homedir(), folder: process.cwd(), platform, variables: env };
}
