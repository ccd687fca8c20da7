import type { Command } from 'commander';
import { type Cli, optionsOf, withExample } from '../cli.ts';
import { createEmbedder } from '../create-embedder.ts';
import { runStory } from '../demo/run-story.ts';
import { print, printJson } from '../output.ts';
import { demoLines } from '../render/demo.ts';

export function addDemo(program: Command, cli: Cli): void {
  const command = program
    .command('demo')
    .description('Tell a short story to a temporary memory and ask about it.')
    .action(async () => {
      const { embedder, json } = optionsOf(command);
      const result = await runStory(createEmbedder(embedder), cli.signal);
      await (json ? printJson(result) : print(demoLines(result).join('\n')));
    });
  withExample(command, 'souvenir demo');
}
