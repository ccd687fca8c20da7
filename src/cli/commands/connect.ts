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
  const description = 'Let an agent program use this memory, after showing what changes.';
  const command = addCommand(program, 'connect', description, ['connect claude-code --db team.db --user ana'])
    .addArgument(new Argument('<program>', 'which one').choices(CHOICES.program))
    .option('--global', "its settings for all projects instead of this folder's")
    .option('--print', 'only print what to add')
    .option('--yes', 'write without asking')
    .option('--force', 'also where it has a server named souvenir')
    .action(async (name: (typeof CHOICES.program)[number]) => {
      const options = optionsOf<ConnectFlags>(command);
      const [connection, files, { PROGRAMS }, { createTwoFilesPatch }] = await Promise.all([
        ...([import('../connect/connection.ts'), import('../connect/edit-file.ts')] as const),
        ...([import('../connect/programs.ts'), import('diff')] as const),
      ]);
      const agentProgram: AgentProgram = PROGRAMS[name];
      if (options.store !== undefined && withoutPassword(options.store) !== options.store)
        note('the password is not written there: keep it in ~/.pgpass, which the database driver reads');
      else if (options.store === undefined && !existsSync(options.db))
        note(`${options.db} is not there yet: it is made when the program first uses it`);
      const environment = currentEnvironment();
      const entry = connection.entryFor(agentProgram, options, environment);
      if (options.print) return print(connection.snippetOf(agentProgram, entry));
      const file = connection.fileOf(agentProgram, environment, options.global ?? false);
      const before = await files.textOf(file);
      const after = connection.connectedText(agentProgram, file, before ?? '', entry, options.force ?? false);
      const printOutcome = async (did: 'left' | 'shown' | 'written', text: string) =>
        options.json ? printJson({ program: name, file, did, entry }) : print(text);
      if (after === before)
        return printOutcome(
          'left',
          `${file} has a server named souvenir, which is left as it is; --force replaces it.`,
        );
      if (!options.json) await print(createTwoFilesPatch(file, file, before ?? '', after, '', ''));
      // A program that reads JSON cannot answer questions.
      const canAsk = !options.json && isTerminal();
      if (!options.yes && !(canAsk && (await isConfirmed(`Write this to ${file}?`, cli.signal)))) {
        if (!canAsk) {
          note('there is nobody to ask: --yes writes without asking, --print prints what to add');
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
