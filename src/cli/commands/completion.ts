import { Argument, type Command } from 'commander';
import { addCommand, optionsOf } from '../command.ts';
import { completionScript, SHELLS, type Shell } from '../completion.ts';
import { printResult } from '../in-out.ts';

export function addCompletion(program: Command): void {
  const description = 'Print a shell completion script.';
  const command = addCommand(program, 'completion', description, ['completion bash >> ~/.bashrc'])
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .action(async (shell: Shell) => {
      const script = completionScript(program, shell);
      await printResult(optionsOf(command), { shell, script }, () => [script]);
    });
}
