import { readFile, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Cli, Input, Result } from '../cli.ts';
import { addCommand, answer, EXAMPLE_ID, optionsOf } from '../command.ts';
import { dateValue, listValue } from '../options.ts';

interface EraseFlags {
  readonly before?: Date;
  readonly entity?: string[];
  readonly receipt?: string;
  readonly verify?: string;
  readonly yes?: boolean;
}

export function addErase(program: Command, cli: Cli): void {
  const description = 'Remove memories for good, with their turns and all drawn from those.';
  const examples = [
    `erase ${EXAMPLE_ID} --yes`,
    'erase --user ana --yes --receipt ana.json',
    'erase --verify ana.json',
  ];
  const command = addCommand(program, 'erase', description, examples)
    .argument('[id...]', 'the memories; without them and without options, all there is of the user')
    .option('--before <date>', 'what was said or happened before', dateValue)
    .option('--entity <name>', 'what mentions it; several by repeating', listValue())
    .option('--receipt <file>', 'where to write what was erased, by ids and numbers')
    .option('--verify <file>', 'look for everything that a receipt names, instead')
    .option('--yes', 'do it: nothing brings it back')
    .action(async (ids: string[]) => {
      const options = optionsOf<EraseFlags>(command);
      const { before, entity: entities, receipt, verify, yes } = options;
      if (verify !== undefined) {
        const input = Object(JSON.parse(await readFile(verify, 'utf8'))) as Input<'verifyErasure'>;
        const named = { ...options, tenant: input.tenantId, user: input.userId };
        const { isErased } = await answer(cli, named, 'verifyErasure', { input, render: proofLines });
        if (!isErased) cli.fail();
        return;
      }
      if (!yes) command.error('error: this erases for good; add --yes if you mean it');
      const input = { before, entities, ...(ids.length > 0 && { memoryIds: ids }) };
      const erased = await answer(cli, options, 'erase', { input, render: erasedLines });
      if (receipt !== undefined) await writeFile(receipt, `${JSON.stringify(erased, undefined, 2)}\n`);
    });
}

function erasedLines({ counts, unreached }: Result<'erase'>): string[] {
  const gone = Object.entries(counts).flatMap(([place, number]) => (number === 0 ? [] : [`${number} ${place}`]));
  if (gone.length === 0) return ['There was nothing to erase.'];
  return [`Erased ${gone.join(', ')}.`, `Not reached: ${unreached.join(', ')}.`];
}

const proofLines = ({ isErased, isReceiptIntact, stored, inFiles }: Result<'verifyErasure'>): string[] => [
  isErased ? 'Nothing of it is left.' : 'Not erased:',
  ...(isReceiptIntact ? [] : ['the receipt was changed']),
  ...stored.map((id) => `${id} is still stored`),
  ...inFiles.map((id) => `${id} stands in the file`),
];
