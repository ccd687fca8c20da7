import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { SouvenirError } from '../../errors.ts';
import type { Cli, GlobalOptions, OperationInput, OperationResult } from '../cli.ts';
import { addCommand, answer, EXAMPLE_ID, optionsOf } from '../command.ts';
import { readText } from '../in-out.ts';
import { dateValue, listValue } from '../options.ts';
import { countsText, oneLine } from '../render/text.ts';

/** Texts shown in a preview, and memories and episodes read for them: an episode often has the same text as a memory. */
const MAX_SHOWN = 20;
const MAX_READ = 200;

interface EraseFlags {
  readonly before?: Date;
  readonly entity?: string[];
  readonly receipt?: string;
  readonly verify?: string;
  readonly yes?: boolean;
}

export function addErase(program: Command, cli: Cli): void {
  const description = 'Erase memories, their turns and everything derived from those turns, for good.';
  const examples = [
    `erase ${EXAMPLE_ID} --yes`,
    'erase --user ana --yes --receipt ana.json',
    'erase --verify ana.json',
  ];
  const command = addCommand(program, 'erase', description, examples)
    .argument('[id...]', 'the memories to erase; without ids and options, everything of the user')
    .option('--before <date>', 'only what happened before this date', dateValue)
    .option('--entity <name>', 'only what mentions this name; repeatable', listValue())
    .option('--receipt <file>', 'write a receipt of the erased ids and counts to this file')
    .option('--verify <file>', 'check that nothing on this receipt is left, and erase nothing')
    .option('--yes', 'erase; cannot be undone')
    .action(async (ids: string[]) => {
      const options = optionsOf<EraseFlags>(command);
      const { before, entity: entities, receipt, verify, yes } = options;
      if (verify !== undefined) {
        const input = receiptIn(await readText(verify, cli.signal), verify);
        const named = { ...options, tenant: input.tenantId, user: input.userId };
        const { isErased } = await answer(cli, named, 'verifyErasure', { input, render: proofLines });
        if (!isErased) cli.fail();
        return;
      }
      const input = { before, entities, ...(ids.length > 0 && { memoryIds: ids }) };
      const erased = yes
        ? await answer(cli, options, 'erase', { input, render: erasedLines })
        : await answer(cli, options, 'erase', {
            input: { ...input, dryRun: true },
            render: async (preview) => previewLines(preview, await textsOf(preview, cli, options)),
          });
      if (yes && receipt !== undefined) await writeFile(receipt, `${JSON.stringify(erased, undefined, 2)}\n`);
      if (entities !== undefined && isNothing(erased)) return cli.fail();
      if (!yes) command.error('error: this erases for good; pass --yes to confirm');
    });
}

function receiptIn(text: string, file: string): OperationInput<'verifyErasure'> {
  try {
    return Object(JSON.parse(text));
  } catch (cause) {
    throw new SouvenirError('invalidInput', `${file} is not a receipt`, {
      cause,
      advice: 'pass a file that --receipt wrote',
    });
  }
}

const isNothing = ({ counts }: OperationResult<'erase'>): boolean =>
  Object.values(counts).every((number) => number === 0);

const nonZeroCounts = ({ counts }: OperationResult<'erase'>): string =>
  countsText(Object.fromEntries(Object.entries(counts).filter(([, number]) => number > 0)));

const erasedLines = (erased: OperationResult<'erase'>): string[] =>
  isNothing(erased)
    ? ['Nothing was erased: nothing matched.']
    : [`Erased ${nonZeroCounts(erased)}.`, `Not reached: ${erased.unreached.join(', ')}.`];

function previewLines(preview: OperationResult<'erase'>, texts: readonly string[]): string[] {
  if (isNothing(preview)) return ['Nothing would be erased: nothing matches.'];
  const isCut = texts.length > MAX_SHOWN || Math.max(preview.memoryIds.length, preview.episodeIds.length) > MAX_READ;
  const lines = [...texts.slice(0, MAX_SHOWN).map((text) => oneLine(text)), ...(isCut ? ['…'] : [])];
  const scopeLines = scopesIn(preview).map(
    ({ agentId, projectId, counts }) =>
      `${agentId === undefined ? "the user's own" : `agent ${agentId}`}${projectId === undefined ? '' : `, project ${projectId}`}: ${countsText(counts)}`,
  );
  const details = [...scopeLines, ...lines].map((line) => `  ${line}`);
  return [`Would erase ${nonZeroCounts(preview)}${details.length > 0 ? ':' : '.'}`, ...details];
}

const scopesIn = ({ places: scopes = [] }: OperationResult<'erase'>) =>
  scopes.every(({ agentId, projectId }) => agentId === 'default' && projectId === undefined) ? [] : scopes;

/** The distinct texts of the first memories and episodes of a receipt, without forgotten ones. */
async function textsOf(
  { memoryIds, episodeIds }: OperationResult<'erase'>,
  cli: Cli,
  options: GlobalOptions,
): Promise<string[]> {
  const [{ withMemory }, { ownersOf }] = await Promise.all([
    import('../memory.ts'),
    import('../../contracts/store.ts'),
  ]);
  return withMemory(cli, options, {}, async ({ store, memory: { scope } }) => {
    const texts: string[] = [];
    for (const owner of await ownersOf(store, { tenantId: scope.tenantId, userId: scope.userId })) {
      const memories = await store.getMemories(owner, memoryIds.slice(0, MAX_READ));
      texts.push(...memories.flatMap(({ content, status }) => (status === 'forgotten' ? [] : [content])));
      texts.push(...(await store.getEpisodes(owner, episodeIds.slice(0, MAX_READ))).map(({ content }) => content));
    }
    return [...new Set(texts)];
  });
}

const proofLines = ({ isErased, isReceiptIntact, stored, inFiles }: OperationResult<'verifyErasure'>): string[] => [
  isErased ? 'Everything on the receipt is erased.' : 'Not erased:',
  ...(isReceiptIntact ? [] : ['the receipt was modified']),
  ...stored.map((id) => `${id} is still stored`),
  ...inFiles.map((id) => `${id} is still in the bytes of the file`),
];
