import { type Command, Option } from 'commander';
import { type LinkType, linkTypeSchema } from '../../model/graph.ts';
import { unlinkOperation } from '../../operations/link.ts';
import { perform } from '../../operations/operation.ts';
import { type Cli, commandFor, EXAMPLE_ID, optionsOf, placeOf, withExample } from '../cli.ts';
import { printResult } from '../output.ts';
import { count } from '../render/phrases.ts';
import { withMemory } from '../with-memory.ts';

export function addUnlink(program: Command, cli: Cli): void {
  const command = commandFor(program, unlinkOperation)
    .argument('<from>', 'the memory it starts at')
    .argument('<to>', 'the memory it leads to')
    .addOption(new Option('--type <type>', 'only what ties them so').choices(linkTypeSchema.options))
    .action(async (fromId: string, toId: string) => {
      const options = optionsOf<{ type?: LinkType }>(command);
      const input = { fromId, toId, type: options.type, ...placeOf(options) };
      const result = await withMemory(cli, options, (context) => perform(unlinkOperation, context, input), {
        embedder: null,
      });
      await printResult(options, result, ({ unlinked }) => [`Removed ${count(unlinked, 'link')}.`]);
    });
  withExample(command, `souvenir unlink ${EXAMPLE_ID} 01JB2XM0A8E3S6F1K7PYGQ4TDC`);
}
