import type { Command } from 'commander';
import { perform } from '../../operations/operation.ts';
import { statsOperation } from '../../operations/stats.ts';
import { sizeOnDisk } from '../bytes.ts';
import { type Cli, optionsOf, withExample } from '../cli.ts';
import { createEmbedder } from '../create-embedder.ts';
import { print, printJson } from '../output.ts';
import { statsLines } from '../render/stats.ts';
import { withMemory } from '../with-memory.ts';

export function addStats(program: Command, cli: Cli): void {
  const command = program
    .command(statsOperation.name)
    .description(statsOperation.summary)
    .action(async () => {
      const options = optionsOf(command);
      const embedder = createEmbedder(options.embedder);
      const counts = await withMemory(cli, options, (context) => perform(statsOperation, context, {}), { embedder });
      const stats = { path: options.db, bytes: sizeOnDisk(options.db), embedder: embedder?.id ?? null, ...counts };
      await (options.json ? printJson(stats) : print(statsLines(stats).join('\n')));
    });
  withExample(command, 'souvenir stats --db team.db --user ana');
}
