import type { Command } from 'commander';
import type { LinkType } from '../../model/graph.ts';
import type { ListOptions, ReinforcementReason } from '../../model/revision.ts';
import type { Cli, GlobalOptions, OperationInput } from '../cli.ts';
import { addCommand, answer, EXAMPLE_ID, OTHER_EXAMPLE_ID, optionsOf } from '../command.ts';
import { note, readContent } from '../in-out.ts';
import {
  type AboutFlags,
  aboutInput,
  addAboutOptions,
  addSelectionOptions,
  CHOICES,
  choiceOption,
  countValue,
  dateOrNoneValue,
  dateValue,
  listValue,
  type None,
  nameValue,
  noneAsNull,
  type SelectionFlags,
  selectionInput,
  unitValue,
} from '../options.ts';
import { addedLines, forgotLines, listLines, memoryLine, shownLines } from '../render/memories.ts';
import { count, terminalWidth, unitText } from '../render/text.ts';

interface AddFlags extends AboutFlags {
  readonly validAt?: Date;
  readonly invalidAt?: Date;
  readonly entity?: string[];
  readonly document?: string;
  readonly conversation?: string;
  readonly turnId?: string;
  readonly learningContext?: string;
}

export function addAdd(program: Command, cli: Cli): void {
  const description = 'Keep a memory at once, and tell what that did to what was known.';
  const example = 'add "The payments API uses OAuth" --importance 0.8';
  const command = addCommand(program, 'add', description, [example]).argument(
    '<content>',
    'what to remember; - reads it from stdin',
  );
  addAboutOptions(command)
    .option('--valid-at <date>', 'since when it is true', dateValue)
    .option('--invalid-at <date>', 'until when it is true', dateValue)
    .option('--entity <name>', 'a name it mentions, besides those found in it; several by repeating', listValue())
    .option('--document <id>', 'the document it is from')
    .option('--conversation <id>', 'the conversation it is from')
    .option('--turn-id <id>', 'your own id of the turn it is from')
    .option('--learning-context <text>', 'how it was learnt')
    .action(async (text: string) => {
      const options = optionsOf<AddFlags>(command);
      const { validAt, invalidAt, entity, document, conversation, turnId, learningContext } = options;
      const input = {
        ...{ content: await readContent(text, cli.signal), ...aboutInput(options), validAt, invalidAt },
        ...{ entities: entity, documentId: document, conversationId: conversation, turnId, learningContext },
      };
      const needs = { absent: 'made', vectors: 'changed' } as const;
      await answer(cli, options, 'memories.add', { input, needs, render: addedLines });
    });
}

interface ListFlags extends SelectionFlags, Pick<ListOptions, 'sort' | 'descending' | 'limit' | 'cursor'> {
  readonly asOf?: Date;
}

export function addList(program: Command, cli: Cli): void {
  const example = 'list --type semantic --sort importance --descending --limit 20';
  const command = addCommand(program, 'list', 'List memories, a page at a time.', [example]);
  addSelectionOptions(command)
    .option('--as-of <date>', 'as they were then', dateValue)
    // An episode and what was extracted from it have one time, and share a line of the page.
    .addOption(choiceOption('--sort <by>', 'what to order by', CHOICES.sort).default('happened'))
    .option('--descending', 'the most or latest first')
    .option('--limit <count>', 'how many on a page', countValue)
    .option('--cursor <cursor>', 'where the page before said to go on')
    .action(async () => {
      const options = optionsOf<ListFlags>(command);
      const { sort, descending, limit, cursor, asOf } = options;
      const page = await answer(cli, options, 'memories.list', {
        input: { ...selectionInput(options), sort, descending, limit, cursor, asOf },
        render: ({ memories }) => listLines(memories, terminalWidth()),
      });
      if (page.next !== undefined) note(`there are more: add --cursor ${page.next}`);
    });
}

const memoryCommand = (program: Command, name: string, description: string, example: string): Command =>
  addCommand(program, name, description, [example]).argument('<id>', 'the memory');

export function addShow(program: Command, cli: Cli): void {
  const description = 'Show everything of one memory, and what it is linked to.';
  const command = memoryCommand(program, 'show', description, `show ${EXAMPLE_ID}`)
    .option('--depth <steps>', 'how many links away its neighbours may be', countValue)
    .action(async (id: string) => {
      const options = optionsOf<{ depth?: number }>(command);
      const input = { id, depth: options.depth };
      await answer(cli, options, 'memories.show', { input, render: shownLines });
    });
}

type Revision = 'memories.archive' | 'memories.correct' | 'memories.restore' | 'memories.supersede' | 'memories.update';

async function revise<Name extends Revision>(
  cli: Cli,
  options: GlobalOptions,
  name: Name,
  input: OperationInput<Name>,
  did: string,
): Promise<void> {
  await answer(cli, options, name as Revision, {
    input,
    needs: { vectors: 'changed' },
    render: (memory) => [`${did} ${memoryLine(memory)}`],
  });
}

export function addCorrect(program: Command, cli: Cli): void {
  const description = 'Put a new memory in the place of a wrong one, which stays in the past.';
  const example = `correct ${EXAMPLE_ID} "The payments API uses OAuth" --reason "Ben looked it up"`;
  const command = memoryCommand(program, 'correct', description, example)
    .argument('<content>', 'what is right; - reads it from stdin')
    .option('--reason <text>', 'how you know, for its history', nameValue)
    .action(async (id: string, text: string) => {
      const options = optionsOf<{ reason?: string }>(command);
      const content = await readContent(text, cli.signal);
      await revise(cli, options, 'memories.correct', { id, content, reason: options.reason }, 'Corrected by');
    });
}

interface UpdateFlags extends AboutFlags {
  readonly content?: string;
  readonly validAt?: Date | None;
  readonly invalidAt?: Date | None;
  readonly reason?: string;
}

export function addUpdate(program: Command, cli: Cli): void {
  const description = 'Change a memory under its id; what it was stays in its history.';
  const example = `update ${EXAMPLE_ID} --importance 0.9 --reason "it blocks the release"`;
  const command = memoryCommand(program, 'update', description, example).option('--content <text>', 'what it says');
  addAboutOptions(command)
    .option('--valid-at <date>', 'since when it is true; none for ever', dateOrNoneValue)
    .option('--invalid-at <date>', 'until when it is true; none for ever', dateOrNoneValue)
    .option('--reason <text>', 'why, for its history')
    .action(async (id: string) => {
      const options = optionsOf<UpdateFlags>(command);
      const { content, reason } = options;
      const [validAt, invalidAt] = [noneAsNull(options.validAt), noneAsNull(options.invalidAt)];
      const change = { content, ...aboutInput(options), validAt, invalidAt };
      if (Object.values(change).every((value) => value === undefined)) command.error('error: names nothing to change');
      await revise(cli, options, 'memories.update', { id, change: { ...change, reason } }, 'Updated');
    });
}

export function addReinforce(program: Command, cli: Cli): void {
  const description = 'Make memories surer, all of them or none.';
  const reasons = choiceOption('--reason <reason>', 'why they are surer', CHOICES.reinforcementReason);
  const command = addCommand(program, 'reinforce', description, [
    `reinforce ${EXAMPLE_ID} --reason successfulApplication`,
  ])
    .argument('<id...>', 'the memories')
    .addOption(reasons.default('explicitConfirmation'))
    .action(async (ids: string[]) => {
      const options = optionsOf<{ reason: ReinforcementReason }>(command);
      await answer(cli, options, 'memories.reinforce', {
        input: { ids, reason: options.reason },
        render: (memories) =>
          memories.map((memory) => `Now ${unitText(memory.confidence)} sure of ${memoryLine(memory)}`),
      });
    });
}

export function addSupersede(program: Command, cli: Cli): void {
  const description = 'Let one memory take the place of another, which stays in the past.';
  const command = memoryCommand(program, 'supersede', description, `supersede ${EXAMPLE_ID} ${OTHER_EXAMPLE_ID}`)
    .argument('<by>', 'the memory that takes its place')
    .action((id: string, by: string) =>
      revise(cli, optionsOf(command), 'memories.supersede', { id, by }, `Replaced by ${by}:`),
    );
}

export function addArchive(program: Command, cli: Cli): void {
  const description = 'Take a memory out of what counts; it can still be seen.';
  const command = memoryCommand(program, 'archive', description, `archive ${EXAMPLE_ID}`).action((id: string) =>
    revise(cli, optionsOf(command), 'memories.archive', { id }, 'Archived'),
  );
}

export function addRestore(program: Command, cli: Cli): void {
  const description = 'Make a memory count again, whatever ended it.';
  const command = memoryCommand(program, 'restore', description, `restore ${EXAMPLE_ID}`).action((id: string) =>
    revise(cli, optionsOf(command), 'memories.restore', { id }, 'Restored'),
  );
}

interface ForgetFlags extends SelectionFlags {
  readonly all?: boolean;
  readonly yes?: boolean;
}

export function addForget(program: Command, cli: Cli): void {
  const description = 'Take a memory out of sight, until it is restored.';
  const examples = [`forget ${EXAMPLE_ID}`, 'forget --all --category note --yes'];
  const command = addCommand(program, 'forget', description, examples)
    .argument('[id]', 'the memory; without it, --all')
    .option('--all', 'every memory that passes the filters below, in place of one')
    .option('--yes', 'with --all: do it');
  addSelectionOptions(command).action(async (id: string | undefined) => {
    const options = optionsOf<ForgetFlags>(command);
    const refusal = forgetRefusal(id, options, command);
    if (refusal !== undefined) command.error(`error: ${refusal}`);
    if (id !== undefined) {
      await answer(cli, options, 'memories.forget', {
        input: { id },
        needs: { vectors: 'changed' },
        render: forgotLines,
      });
      return;
    }
    await answer(cli, options, 'memories.forgetAll', {
      input: selectionInput(options),
      render: ({ forgotten }) => [`Forgot ${count(forgotten, 'memory', 'memories')}.`],
    });
  });
}

/** The reason for a refusal; undefined if the flags are clear. */
function forgetRefusal(id: string | undefined, { all, yes }: ForgetFlags, command: Command): string | undefined {
  if (id === undefined && !all) return "missing required argument 'id', or --all";
  if (id !== undefined && Object.keys(command.opts()).some((option) => option !== 'yes'))
    return 'an id names one memory: neither --all nor filters go with it';
  return all && !yes ? 'this forgets every memory that passes; add --yes if you mean it' : undefined;
}

const twoMemories = (program: Command, name: string, description: string, example: string): Command =>
  addCommand(program, name, description, [example])
    .argument('<from>', 'the memory it starts at')
    .argument('<to>', 'the memory it leads to');

export function addLink(program: Command, cli: Cli): void {
  const description = 'Tie two memories; tying them again sets the strength.';
  const example = `link ${EXAMPLE_ID} ${OTHER_EXAMPLE_ID} --type derivedFrom --strength 0.8`;
  const command = twoMemories(program, 'link', description, example)
    .addOption(choiceOption('--type <type>', 'what ties them', CHOICES.linkType).default('related'))
    .option('--strength <0-1>', 'how strongly', unitValue)
    .action(async (id: string, to: string) => {
      const options = optionsOf<{ type: LinkType; strength?: number }>(command);
      await answer(cli, options, 'memories.link', {
        input: { id, to, type: options.type, strength: options.strength },
        render: ({ type, strength }) => [`Linked ${id} ${type} ${to}, strength ${unitText(strength)}`],
      });
    });
}

export function addUnlink(program: Command, cli: Cli): void {
  const example = `unlink ${EXAMPLE_ID} ${OTHER_EXAMPLE_ID}`;
  const command = twoMemories(program, 'unlink', 'Untie two memories, in one way or in all.', example)
    .addOption(choiceOption('--type <type>', 'only what ties them so', CHOICES.linkType))
    .action(async (id: string, to: string) => {
      const options = optionsOf<{ type?: LinkType }>(command);
      await answer(cli, options, 'memories.unlink', {
        input: { id, to, type: options.type },
        render: ({ unlinked }) => [`Removed ${count(unlinked, 'link')}.`],
      });
    });
}
