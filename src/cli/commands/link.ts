import { type Command, Option } from 'commander';
import { type LinkType, linkTypeSchema } from '../../model/graph.ts';
import { linkOperation } from '../../operations/link.ts';
import { perform } from '../../operations/operation.ts';
import { type Cli, commandFor, EXAMPLE_ID, optionsOf, placeOf, withExample } from '../cli.ts';
import { unitValue } from '../option-values.ts';
import { printResult } from '../output.ts';
import { unitText } from '../render/phrases.ts';
import { withMemory } from '../with-memory.ts';

export function addLink(program: Command, cli: Cli): void {
  const command = commandFor(program, linkOperation)
    .argument('<from>', 'the memory it starts at')
    .argument('<to>', 'the memory it leads to')
    .addOption(new Option('--type <type>', 'what ties them').choices(linkTypeSchema.options).default('related'))
    .option('--strength <0-1>', 'how strongly', unitValue)
    .action(async (fromId: string, toId: string) => {
      const options = optionsOf<{ type: LinkType; strength?: number }>(command);
      const { type, strength } = options;
      const input = { fromId, toId, type, strength, ...placeOf(options) };
      const link = await withMemory(cli, options, (context) => perform(linkOperation, context, input), {
        embedder: null,
      });
      await printResult(options, link, () => [`Linked ${fromId} ${type} ${toId}, strength ${unitText(link.strength)}`]);
    });
  withExample(command, `souvenir link ${EXAMPLE_ID} 01JB2XM0A8E3S6F1K7PYGQ4TDC --type derivedFrom --strength 0.8`);
}
