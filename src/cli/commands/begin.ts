import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { addCommand, optionsOf } from '../command.ts';
import { printResult } from '../in-out.ts';

export function addDemo(program: Command, cli: Cli): void {
  const description = 'Run a short story in a temporary memory and query it.';
  const command = addCommand(program, 'demo', description, ['demo']).action(async () => {
    const options = optionsOf(command);
    const [{ createEmbedder }, { demoLines, runStory }] = await Promise.all([
      import('../memory.ts'),
      import('../demo/run-story.ts'),
    ]);
    const result = await runStory(createEmbedder(options.embedder), cli.signal);
    await printResult(options, result, demoLines);
  });
}

export function addDoctor(program: Command, cli: Cli): void {
  const description = 'Check that the memory, its file and its models work.';
  const command = addCommand(program, 'doctor', description, ['doctor --db team.db']).action(async () => {
    const options = optionsOf(command);
    const { checkLines, examine } = await import('../examine.ts');
    const checks = await examine(options);
    await printResult(options, checks, () => checks.flatMap(checkLines));
    if (checks.some(({ ok }) => !ok)) cli.fail();
  });
}
