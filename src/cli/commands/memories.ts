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
  const description = 'Store a memory at once and show its effect on other memories.';
  const example = 'add "The payments API uses OAuth" --importance 0.8';
  const command = addCommand(program, 'add', description, [example]).argument(
    '<content>',
    'the content; - reads stdin',
  );
  addAboutOptions(command)
    .option('--valid-at <date>', 'the date since which it is true', dateValue)
    .option('--invalid-at <date>', 'the date until which it is true', dateValue)
    .option('--entity <name>', 'an additional name that it mentions; repeatable', listValue())
    .option('--document <id>', 'the source document')
    .option('--conversation <id>', 'the source conversation')
    .option('--turn-id <id>', 'your id of the source turn')
    .option('--learning-context <text>', 'how it was learned')
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
  const command = addCommand(program, 'list', 'List memories in pages.', [example]);
  addSelectionOptions(command)
    .option('--as-of <date>', 'the memories of that moment', dateValue)
    // An episode and the memories extracted from it have the same time, and share a line of the page.
    .addOption(choiceOption('--sort <by>', 'the order', CHOICES.sort).default('happened'))
    .option('--descending', 'descending order')
    .option('--limit <count>', 'the page size', countValue)
    .option('--cursor <cursor>', 'the cursor from the page before')
    .action(async () => {
      const options = optionsOf<ListFlags>(command);
      const { sort, descending, limit, cursor, asOf } = options;
      const page = await answer(cli, options, 'memories.list', {
        input: { ...selectionInput(options), sort, descending, limit, cursor, asOf },
        render: ({ memories }) => listLines(memories, terminalWidth()),
      });
      if (page.next !== undefined) note(`there are more: pass --cursor ${page.next}`);
    });
}

const memoryCommand = (program: Command, name: string, description: string, example: string): Command =>
  addCommand(program, name, description, [example]).argument('<id>', 'the memory');

export function addShow(program: Command, cli: Cli): void {
  const description = 'Show a memory in full, with its links.';
  const command = memoryCommand(program, 'show', description, `show ${EXAMPLE_ID}`)
    .option('--depth <steps>', 'the maximum distance of linked memories', countValue)
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
  const description = 'Replace a wrong memory with a new one; the old one stays in the history.';
  const example = `correct ${EXAMPLE_ID} "The payments API uses OAuth" --reason "Ben looked it up"`;
  const command = memoryCommand(program, 'correct', description, example)
    .argument('<content>', 'the correct content; - reads stdin')
    .option('--reason <text>', 'the reason, stored in the history', nameValue)
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
  const description = 'Change a memory; earlier versions stay in its history.';
  const example = `update ${EXAMPLE_ID} --importance 0.9 --reason "it blocks the release"`;
  const command = memoryCommand(program, 'update', description, example).option('--content <text>', 'the content');
  addAboutOptions(command)
    .option('--valid-at <date>', 'the date since which it is true; none for ever', dateOrNoneValue)
    .option('--invalid-at <date>', 'the date until which it is true; none for ever', dateOrNoneValue)
    .option('--reason <text>', 'the reason, stored in the history')
    .action(async (id: string) => {
      const options = optionsOf<UpdateFlags>(command);
      const { content, reason } = options;
      const [validAt, invalidAt] = [noneAsNull(options.validAt), noneAsNull(options.invalidAt)];
      const change = { content, ...aboutInput(options), validAt, invalidAt };
      if (Object.values(change).every((value) => value === undefined))
        command.error('error: nothing to change is given');
      await revise(cli, options, 'memories.update', { id, change: { ...change, reason } }, 'Updated');
    });
}

export function addReinforce(program: Command, cli: Cli): void {
  const description = 'Raise the confidence of memories, all or none.';
  const reasons = choiceOption('--reason <reason>', 'the reason', CHOICES.reinforcementReason);
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
  const description = 'Mark a memory as superseded by another.';
  const command = memoryCommand(program, 'supersede', description, `supersede ${EXAMPLE_ID} ${OTHER_EXAMPLE_ID}`)
    .argument('<by>', 'the memory that supersedes it')
    .action((id: string, by: string) =>
      revise(cli, optionsOf(command), 'memories.supersede', { id, by }, `Replaced by ${by}:`),
    );
}

export function addArchive(program: Command, cli: Cli): void {
  const description = 'Archive a memory: it is listed, and recalled only on request.';
  const command = memoryCommand(program, 'archive', description, `archive ${EXAMPLE_ID}`).action((id: string) =>
    revise(cli, optionsOf(command), 'memories.archive', { id }, 'Archived'),
  );
}

export function addRestore(program: Command, cli: Cli): void {
  const description = 'Make a memory active again.';
  const command = memoryCommand(program, 'restore', description, `restore ${EXAMPLE_ID}`).action((id: string) =>
    revise(cli, optionsOf(command), 'memories.restore', { id }, 'Restored'),
  );
}

interface ForgetFlags extends SelectionFlags {
  readonly all?: boolean;
  readonly yes?: boolean;
}

export function addForget(program: Command, cli: Cli): void {
  const description = 'Hide a memory until it is restored.';
  const examples = [`forget ${EXAMPLE_ID}`, 'forget --all --category note --yes'];
  const command = addCommand(program, 'forget', description, examples)
    .argument('[id]', 'the memory; omit it with --all')
    .option('--all', 'forget every memory that passes the filters below')
    .option('--yes', 'confirm --all');
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
    return 'an id cannot be combined with --all or filters';
  return all && !yes ? 'this forgets every memory that passes the filters; pass --yes to confirm' : undefined;
}

const twoMemories = (program: Command, name: string, description: string, example: string): Command =>
  addCommand(program, name, description, [example])
    .argument('<from>', 'the memory where the link starts')
    .argument('<to>', 'the memory where the link ends');

export function addLink(program: Command, cli: Cli): void {
  const description = 'Link two memories, or change the strength of a link.';
  const example = `link ${EXAMPLE_ID} ${OTHER_EXAMPLE_ID} --type derivedFrom --strength 0.8`;
  const command = twoMemories(program, 'link', description, example)
    .addOption(choiceOption('--type <type>', 'the type of link', CHOICES.linkType).default('related'))
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
  const command = twoMemories(
    program,
    'unlink',
    'Remove the link of one type, or all links, between two memories.',
    example,
  )
    .addOption(choiceOption('--type <type>', 'only links of this type', CHOICES.linkType))
    .action(async (id: string, to: string) => {
      const options = optionsOf<{ type?: LinkType }>(command);
      await answer(cli, options, 'memories.unlink', {
        input: { id, to, type: options.type },
        render: ({ unlinked }) => [`Removed ${count(unlinked, 'link')}.`],
      });
    });
}
