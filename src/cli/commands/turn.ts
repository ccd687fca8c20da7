import type { Command } from 'commander';
import { perform } from '../../operations/operation.ts';
import { turnOperation } from '../../operations/turn.ts';
import { type Cli, commandFor, optionsOf, placeOf, withExample } from '../cli.ts';
import { wholeValue } from '../option-values.ts';
import { noteDegraded, printResult } from '../output.ts';
import { readContent } from '../read-text.ts';
import { auditLines, turnLines } from '../render/turn.ts';
import { withMemory } from '../with-memory.ts';

interface TurnFlags {
  readonly budget?: number;
  readonly audit?: boolean;
  readonly reply?: string;
  readonly speaker?: string;
}

export function addTurn(program: Command, cli: Cli): void {
  const command = commandFor(program, turnOperation)
    .argument('<message>', 'what the user says; - reads it from stdin')
    .option('--budget <tokens>', 'how many tokens the whole prompt may have', wholeValue)
    .option('--audit', 'show the tokens of each section, and what was cut')
    .option('--reply <text>', 'what the agent answered: record both, in place of printing the prompt')
    .option('--speaker <name>', 'who says it, by name')
    .action(async (text: string) => {
      const options = optionsOf<TurnFlags>(command);
      const { budget, audit, reply, speaker } = options;
      const message = await readContent(text, cli.signal);
      const input = { ...placeOf(options), message, speaker, budget, reply };
      const work = { create: reply !== undefined };
      const turn = await withMemory(cli, options, (context) => perform(turnOperation, context, input), work);
      noteDegraded([...turn.degraded, ...(turn.outcome?.degraded ?? [])]);
      await printResult(options, turn, () => [...turnLines(turn), ...(audit ? ['', ...auditLines(turn)] : [])]);
    });
  command.addHelpText('after', `\n${UNLIKE_CONTEXT}`);
  withExample(command, 'souvenir turn "Which snacks should I avoid?" --budget 2000 --audit');
}

const UNLIKE_CONTEXT = [
  'souvenir context writes the block of memories alone, with the filters of',
  'recall. This adds instructions, persona, profile, documents, recent turns and',
  'the message, and asks memory only if the message calls for it.',
].join('\n');
