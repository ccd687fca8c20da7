import { type Command, Option } from 'commander';
import { type ListOptions, listOptionsSchema } from '../../model/revision.ts';
import { listOperation } from '../../operations/list.ts';
import { perform } from '../../operations/operation.ts';
import { type Cli, commandFor, optionsOf, withExample } from '../cli.ts';
import { countValue, dateValue } from '../option-values.ts';
import { note, printResult } from '../output.ts';
import { listLines } from '../render/list.ts';
import { withMemory } from '../with-memory.ts';
import { addSelectionOptions, type SelectionFlags, selectionInput } from './selection-options.ts';

interface ListFlags extends SelectionFlags, Pick<ListOptions, 'sort' | 'descending' | 'limit' | 'cursor'> {
  readonly asOf?: Date;
}

export function addList(program: Command, cli: Cli): void {
  const command = commandFor(program, listOperation);
  addSelectionOptions(command)
    .option('--as-of <date>', 'as they were then', dateValue)
    .addOption(new Option('--sort <by>', 'what to order by').choices(listOptionsSchema.shape.sort.unwrap().options))
    .option('--descending', 'the most or latest first')
    .option('--limit <count>', 'how many on a page', countValue)
    .option('--cursor <cursor>', 'where the page before said to go on')
    .action(async () => {
      const options = optionsOf<ListFlags>(command);
      const { sort, descending, limit, cursor, asOf } = options;
      const input = { ...selectionInput(options), sort, descending, limit, cursor, asOf };
      const page = await withMemory(cli, options, (context) => perform(listOperation, context, input), {
        embedder: null,
      });
      await printResult(options, page, ({ memories }) => listLines(memories, process.stdout.columns));
      if (page.next !== undefined) note(`there are more: add --cursor ${page.next}`);
    });
  withExample(command, 'souvenir list --type semantic --sort importance --descending --limit 20');
}
