import { type Command, Option } from 'commander';
import { applyInstructionsSchema } from '../../context/instructions/custom-instructions.ts';
import type { InstructionAuthor } from '../../contracts/instruction-store.ts';
import { SouvenirError } from '../../errors.ts';
import {
  applyInstructionsOperation,
  diffInstructionsOperation,
  instructionsOperation,
  instructionVersionsOperation,
  proposeInstructionsOperation,
  rollbackInstructionsOperation,
} from '../../operations/instructions.ts';
import { perform } from '../../operations/operation.ts';
import { type Cli, commandFor, commandGroup, optionsOf, withExample } from '../cli.ts';
import { wholeValue } from '../option-values.ts';
import { note, print, printJson } from '../output.ts';
import { readSource } from '../read-text.ts';
import { heldLines, instructionDiffLines, instructionVersionsLines, proposalLines } from '../render/instructions.ts';
import { withMemory } from '../with-memory.ts';
import { answer } from './answer.ts';

const SOURCE = 'a file, the text itself if it has spaces, or - for stdin';

export function addInstructions(program: Command, cli: Cli): void {
  const description = 'See and change the only text of a prompt that an agent may change.';
  const group = commandGroup(program, 'instructions', description);
  withExample(group, 'souvenir instructions apply "Use metric units."');
  for (const add of [addShow, addPropose, addApply, addDiff, addVersions, addRollback]) add(group, cli);
}

function addShow(group: Command, cli: Cli): void {
  const command = commandFor(group, { ...instructionsOperation, name: 'show' }, { isDefault: true }).action(
    async () => {
      const options = optionsOf(command);
      const held = await withMemory(cli, options, (context) => perform(instructionsOperation, context, {}), {
        embedder: null,
      });
      if (options.json) return printJson(held);
      if (held === null) return note('there are no instructions');
      await print(held.text);
    },
  );
  withExample(command, 'souvenir instructions show > instructions.txt');
}

function addPropose(group: Command, cli: Cli): void {
  const operation = proposeInstructionsOperation;
  const command = commandFor(group, { ...operation, name: 'propose' })
    .argument('<source>', SOURCE)
    .action(async (source: string) => {
      const input = { text: await readSource(source, cli.signal) };
      const { violations } = await answer(cli, optionsOf(command), { operation, input, render: proposalLines });
      if (violations.length > 0) cli.fail();
    });
  withExample(command, 'souvenir instructions propose instructions.txt');
}

interface ApplyFlags {
  readonly author: InstructionAuthor;
  readonly reason?: string;
  readonly after?: number;
}

/** At the command line it is the user who acts, unless told. */
const authorOption = () =>
  new Option('--author <author>', 'who wrote it')
    .choices(applyInstructionsSchema.shape.author.unwrap().options)
    .default('user');

function addApply(group: Command, cli: Cli): void {
  const operation = applyInstructionsOperation;
  const command = commandFor(group, { ...operation, name: 'apply' })
    .argument('<source>', SOURCE)
    .addOption(authorOption())
    .option('--reason <text>', 'why, for the versions')
    .option('--after <version>', 'only if this version still holds', wholeValue)
    .action(async (source: string) => {
      const options = optionsOf<ApplyFlags>(command);
      const { author, reason, after } = options;
      const text = await readSource(source, cli.signal);
      if (text.trim() === '')
        throw new SouvenirError('invalidInput', 'there is nothing to apply', {
          advice: '`souvenir instructions rollback 0` clears the instructions',
        });
      const input = { text, author, reason, after };
      const memory = { create: true, embedder: null };
      await answer(cli, options, { operation, input, memory, render: heldLines });
    });
  withExample(command, 'souvenir instructions apply "Use metric units." --reason "Ana asked for it"');
}

function addDiff(group: Command, cli: Cli): void {
  const operation = diffInstructionsOperation;
  const command = commandFor(group, { ...operation, name: 'diff' })
    .argument('[from]', 'the earlier version, 0 for none; the one before the later unless given', wholeValue)
    .argument('[to]', 'the later version; the last unless given', wholeValue)
    .action(async (from: number | undefined, to: number | undefined) => {
      await answer(cli, optionsOf(command), { operation, input: { from, to }, render: instructionDiffLines });
    });
  withExample(command, 'souvenir instructions diff 1 3');
}

function addVersions(group: Command, cli: Cli): void {
  const operation = instructionVersionsOperation;
  const command = commandFor(group, { ...operation, name: 'versions' }).action(async () => {
    await answer(cli, optionsOf(command), { operation, input: {}, render: instructionVersionsLines });
  });
  withExample(command, 'souvenir instructions versions');
}

function addRollback(group: Command, cli: Cli): void {
  const operation = rollbackInstructionsOperation;
  const command = commandFor(group, { ...operation, name: 'rollback' })
    .argument('<version>', 'which version, 0 for none', wholeValue)
    .addOption(authorOption())
    .option('--reason <text>', 'why, for the versions')
    .action(async (version: number) => {
      const options = optionsOf<Pick<ApplyFlags, 'author' | 'reason'>>(command);
      const { author, reason } = options;
      await answer(cli, options, { operation, input: { version, author, reason }, render: heldLines });
    });
  withExample(command, 'souvenir instructions rollback 1');
}
