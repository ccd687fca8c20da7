import type { Command } from 'commander';
import { perform } from '../../operations/operation.ts';
import { recallOperation } from '../../operations/recall.ts';
import { type Cli, commandFor, optionsOf, withExample } from '../cli.ts';
import { noteDegraded, printResult } from '../output.ts';
import { explanationLines } from '../render/explanation.ts';
import { recallLines } from '../render/recall.ts';
import { withMemory } from '../with-memory.ts';
import { addRecallOptions, type RecallFlags, recallInput } from './recall-options.ts';

export function addRecall(program: Command, cli: Cli): void {
  const command = commandFor(program, recallOperation)
    .argument('[query]', 'what to look for; only with --mode, --from or --to can it be left out')
    .option('--explain', 'show how each score came to be');
  addRecallOptions(command).action(async (query: string | undefined) => {
    const options = optionsOf<RecallFlags & { explain?: boolean }>(command);
    if (query === undefined && (options.mode ?? options.from ?? options.to) === undefined)
      command.error("error: missing required argument 'query'");
    const input = { query: query ?? '', ...recallInput(options) };
    const result = await withMemory(cli, options, (context) => perform(recallOperation, context, input));
    noteDegraded(result.degraded);
    const lines = [...recallLines(result), ...(options.explain ? ['', ...explanationLines(result)] : [])];
    await printResult(options, result, () => lines);
  });
  withExample(command, 'souvenir recall "what pets does Ana have?" --explain');
}
