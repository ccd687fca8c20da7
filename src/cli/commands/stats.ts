import type { Command } from 'commander';
import { perform } from '../../operations/operation.ts';
import { statsOperation } from '../../operations/stats.ts';
import { sizeOnDisk } from '../bytes.ts';
import { type Cli, commandFor, optionsOf, withExample } from '../cli.ts';
import { createEmbedder } from '../create-embedder.ts';
import { printResult } from '../output.ts';
import { statsLines } from '../render/stats.ts';
import { withMemory } from '../with-memory.ts';

export function addStats(program: Command, cli: Cli): void {
  const command = commandFor(program, statsOperation).action(async () => {
    const options = optionsOf(command);
    const embedder = createEmbedder(options.embedder);
    const counts = await withMemory(cli, options, (context) => perform(statsOperation, context, {}), { embedder });
    const stats = { path: options.db, bytes: sizeOnDisk(options.db), embedder: embedder?.id ?? null, ...counts };
    await printResult(options, stats, statsLines);
  });
  withExample(command, 'souvenir stats --db team.db --user ana');
}
