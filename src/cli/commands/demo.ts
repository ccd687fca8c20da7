import type { Command } from 'commander';
import { type Cli, optionsOf, withExample } from '../cli.ts';
import { createEmbedder } from '../create-embedder.ts';
import { runStory } from '../demo/run-story.ts';
import { printResult } from '../output.ts';
import { demoLines } from '../render/demo.ts';

export function addDemo(program: Command, cli: Cli): void {
  const command = program
    .command('demo')
    .description('Tell a short story to a temporary memory and ask about it.')
    .action(async () => {
      const options = optionsOf(command);
      const result = await runStory(createEmbedder(options.embedder), cli.signal);
      await printResult(options, result, demoLines);
    });
  withExample(command, 'souvenir demo');
}
