import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { addCommand, optionsOf } from '../command.ts';
import { wholeValue } from '../options.ts';

export function addChat(program: Command, cli: Cli): void {
  const description = 'Chat with memory through a language model; without one, see the prompts.';
  const command = addCommand(program, 'chat', description, ['chat --user ana', 'chat --llm http://localhost:11434/v1'])
    .option('--budget <tokens>', 'the token budget of the whole prompt', wholeValue)
    .action(async () => {
      const options = optionsOf<{ budget?: number }>(command);
      const { chat } = await import('../chat.ts');
      const session = options.session ?? `chat-${new Date().toISOString()}`;
      await chat(cli, { ...options, session });
    });
}
