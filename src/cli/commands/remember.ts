import type { Command } from 'commander';
import { perform } from '../../operations/operation.ts';
import { rememberOperation } from '../../operations/remember.ts';
import { type Cli, commandFor, optionsOf, withExample } from '../cli.ts';
import { dateValue, listValue } from '../option-values.ts';
import { printResult } from '../output.ts';
import { readContent } from '../read-text.ts';
import { rememberedLines } from '../render/remembered.ts';
import { withMemory } from '../with-memory.ts';
import { type AboutMemoryFlags, aboutMemoryInput, addAboutMemoryOptions } from './about-memory-options.ts';

interface RememberOptions extends AboutMemoryFlags {
  readonly validAt?: Date;
  readonly invalidAt?: Date;
  readonly entity?: string[];
  readonly document?: string;
  readonly conversation?: string;
  readonly turnId?: string;
  readonly learningContext?: string;
}

export function addRemember(program: Command, cli: Cli): void {
  const command = commandFor(program, rememberOperation).argument(
    '<content>',
    'what to remember; - reads it from stdin',
  );
  addAboutMemoryOptions(command)
    .option('--valid-at <date>', 'since when it is true', dateValue)
    .option('--invalid-at <date>', 'until when it is true', dateValue)
    .option('--entity <name>', 'a name it mentions, besides those found in it; several by repeating', listValue())
    .option('--document <id>', 'the document it is from')
    .option('--conversation <id>', 'the conversation it is from')
    .option('--turn-id <id>', 'your own id of the turn it is from')
    .option('--learning-context <text>', 'how it was learnt')
    .action(async (text: string) => {
      const options = optionsOf<RememberOptions>(command);
      const { validAt, invalidAt, entity, document, conversation, turnId, learningContext } = options;
      const input = {
        ...{ content: await readContent(text, cli.signal), ...aboutMemoryInput(options), validAt, invalidAt },
        ...{ entities: entity, documentId: document, conversationId: conversation, turnId, learningContext },
      };
      const work = { create: true, awaitVectors: true };
      const result = await withMemory(cli, options, (context) => perform(rememberOperation, context, input), work);
      await printResult(options, result, rememberedLines);
    });
  withExample(command, 'souvenir remember "The payments API uses OAuth" --importance 0.8');
}
