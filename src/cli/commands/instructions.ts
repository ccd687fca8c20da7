import type { Command } from 'commander';
import { SouvenirError } from '../../errors.ts';
import type { Cli } from '../cli.ts';
import { addCommand, addGroup, answer, optionsOf, perform } from '../command.ts';
import { note, print, printJson, readSource } from '../in-out.ts';
import { CHOICES, choiceOption, wholeValue } from '../options.ts';

const SOURCE = 'a file, a text with spaces, or - for stdin';

const loadRendering = () => import('../render/context.ts');

export function addInstructions(program: Command, cli: Cli): void {
  const description = 'Show and change the instructions, which an agent may edit.';
  const group = addGroup(program, 'instructions', description, 'instructions apply "Use metric units."');
  for (const add of [addShow, addPropose, addApply, addDiff, addVersions, addRollback]) add(group, cli);
}

function addShow(group: Command, cli: Cli): void {
  const example = 'instructions show > instructions.txt';
  const command = addCommand(group, 'show', 'Show the current instructions.', [example], {
    isDefault: true,
  }).action(async () => {
    const options = optionsOf(command);
    const current = await perform(cli, options, 'instructions.current', {}, {});
    if (options.json) return printJson(current);
    if (current === null) return note('there are no instructions');
    await print(current.text);
  });
}

function addPropose(group: Command, cli: Cli): void {
  const description = 'Show what a text would change and which rules it breaks; writes nothing.';
  const command = addCommand(group, 'propose', description, ['instructions propose instructions.txt'])
    .argument('<source>', SOURCE)
    .action(async (source: string) => {
      const { violations } = await answer(cli, optionsOf(command), 'instructions.propose', {
        input: { text: await readSource(source, cli.signal) },
        needs: { absent: 'empty' },
        render: async (proposal) => (await loadRendering()).proposalLines(proposal),
      });
      if (violations.length > 0) cli.fail();
    });
}

interface ApplyFlags {
  readonly author: (typeof CHOICES.author)[number];
  readonly reason?: string;
  readonly after?: number;
}

const authorOption = () => choiceOption('--author <author>', 'the author', CHOICES.author).default('user');

function addApply(group: Command, cli: Cli): void {
  const description = 'Replace the instructions with a text that breaks no rule, as a new version.';
  const example = 'instructions apply "Use metric units." --reason "Ana asked for it"';
  const command = addCommand(group, 'apply', description, [example])
    .argument('<source>', SOURCE)
    .addOption(authorOption())
    .option('--reason <text>', 'the reason, stored with the version')
    .option('--after <version>', 'only if this is still the current version', wholeValue)
    .action(async (source: string) => {
      const options = optionsOf<ApplyFlags>(command);
      const { author, reason, after } = options;
      const text = await readSource(source, cli.signal);
      if (text.trim() === '')
        throw new SouvenirError('invalidInput', 'the text is empty', {
          advice: '`souvenir instructions rollback 0` clears the instructions',
        });
      await answer(cli, options, 'instructions.apply', {
        input: { text, author, reason, after },
        needs: { absent: 'made' },
        render: async (applied) => (await loadRendering()).currentVersionLines(applied),
      });
    });
}

function addDiff(group: Command, cli: Cli): void {
  const description = 'Show the lines that differ between two versions of the instructions.';
  const command = addCommand(group, 'diff', description, ['instructions diff 1 3'])
    .argument('[from]', 'the earlier version, 0 for none; by default the one before the later', wholeValue)
    .argument('[to]', 'the later version; by default the latest', wholeValue)
    .action(async (from: number | undefined, to: number | undefined) => {
      await answer(cli, optionsOf(command), 'instructions.diff', {
        input: { from, to },
        render: async (diff) => (await loadRendering()).instructionDiffLines(diff),
      });
    });
}

function addVersions(group: Command, cli: Cli): void {
  const description = 'List every version of the instructions with its changes.';
  const command = addCommand(group, 'versions', description, ['instructions versions']).action(async () => {
    await answer(cli, optionsOf(command), 'instructions.versions', {
      input: {},
      render: async (versions) => (await loadRendering()).instructionVersionsLines(versions),
    });
  });
}

function addRollback(group: Command, cli: Cli): void {
  const description = 'Restore an earlier version as a new one; 0 clears the instructions.';
  const command = addCommand(group, 'rollback', description, ['instructions rollback 1'])
    .argument('<version>', 'the version, 0 for none', wholeValue)
    .addOption(authorOption())
    .option('--reason <text>', 'the reason, stored with the version')
    .action(async (version: number) => {
      const options = optionsOf<Pick<ApplyFlags, 'author' | 'reason'>>(command);
      const { author, reason } = options;
      await answer(cli, options, 'instructions.rollback', {
        input: { version, author, reason },
        render: async (applied) => (await loadRendering()).currentVersionLines(applied),
      });
    });
}
