import type { Command } from 'commander';
import { contextOperation } from '../../operations/context.ts';
import { perform } from '../../operations/operation.ts';
import { type Cli, commandFor, optionsOf, withExample } from '../cli.ts';
import { note, noteDegraded, print, printJson } from '../output.ts';
import { withMemory } from '../with-memory.ts';
import { addRecallOptions, type RecallFlags, recallInput } from './recall-options.ts';

export function addContext(program: Command, cli: Cli): void {
  const command = commandFor(program, contextOperation).argument('<intent>', 'what the next turn is about');
  addRecallOptions(command).action(async (intent: string) => {
    const options = optionsOf<RecallFlags>(command);
    const input = { intent, ...recallInput(options) };
    const result = await withMemory(cli, options, (context) => perform(contextOperation, context, input));
    noteDegraded(result.degraded);
    if (options.json) return printJson(result);
    if (result.reason !== undefined) note(result.reason);
    if (result.text !== '') await print(result.text);
  });
  command.addHelpText('after', '\nThis is the block of memories alone; souvenir turn composes a whole prompt.');
  withExample(command, 'souvenir context "help Ana with her Dart code" --token-budget 500');
}
