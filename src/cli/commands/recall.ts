import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { addCommand, answer, optionsOf, perform } from '../command.ts';
import { note, noteDegraded, print, printJson, readContent } from '../in-out.ts';
import { addRecallOptions, type RecallFlags, recallInput, wholeValue } from '../options.ts';
import { explanationLines, recallLines } from '../render/recall.ts';

const SEARCH = { vectors: 'search' } as const;

export function addRecall(program: Command, cli: Cli): void {
  const example = 'recall "what pets does Ana have?" --explain';
  const command = addCommand(program, 'recall', 'Find the memories that are relevant to a query, if any.', [example])
    .argument('[query]', 'the query; optional with --mode, --from or --to')
    .option('--explain', 'show the parts of each score');
  addRecallOptions(command).action(async (query: string | undefined) => {
    const options = optionsOf<RecallFlags & { explain?: boolean }>(command);
    if (query === undefined && (options.mode ?? options.from ?? options.to) === undefined)
      command.error("error: missing required argument 'query'");
    const input = { query: query ?? '', ...recallInput(options) };
    const { degraded } = await answer(cli, options, 'recall', {
      ...{ input, needs: SEARCH },
      render: (result) => [...recallLines(result), ...(options.explain ? ['', ...explanationLines(result)] : [])],
    });
    noteDegraded(degraded);
  });
}

export function addContext(program: Command, cli: Cli): void {
  const description = 'Write the memory block of a prompt for the next turn.';
  const example = 'context "help Ana with her Dart code" --token-budget 500';
  const command = addCommand(program, 'context', description, [example]).argument(
    '<intent>',
    'the topic of the next turn',
  );
  addRecallOptions(command)
    .addHelpText('after', '\nThis prints only the memories; souvenir turn composes a whole prompt.')
    .action(async (intent: string) => {
      const options = optionsOf<RecallFlags>(command);
      const input = { intent, ...recallInput(options) };
      const result = await perform(cli, options, 'context', input, SEARCH);
      noteDegraded(result.degraded);
      if (options.json) return printJson(result);
      if (result.reason !== undefined) note(result.reason);
      if (result.text !== '') await print(result.text);
    });
}

interface TurnFlags {
  readonly budget?: number;
  readonly audit?: boolean;
  readonly reply?: string;
  readonly speaker?: string;
}

export function addTurn(program: Command, cli: Cli): void {
  const description = 'Compose the prompt for a message; with a reply, record both.';
  const example = 'turn "Which snacks should I avoid?" --budget 2000 --audit';
  const command = addCommand(program, 'turn', description, [example])
    .argument('<message>', 'the message of the user; - reads stdin')
    .option('--budget <tokens>', 'the token budget of the whole prompt', wholeValue)
    .option('--audit', 'show the tokens of each section and the items cut')
    .option('--reply <text>', "the agent's reply: record message and reply, and print no prompt")
    .option('--speaker <name>', 'the name of the speaker')
    .action(async (text: string) => {
      const options = optionsOf<TurnFlags>(command);
      const { budget, audit, reply, speaker } = options;
      const message = await readContent(text, cli.signal);
      const turn = await answer(cli, options, 'turn', {
        input: { message, speaker, budget, reply },
        needs: { absent: reply === undefined ? 'empty' : 'made', vectors: 'search' },
        async render(composed) {
          const { auditLines, turnLines } = await import('../render/context.ts');
          return [...turnLines(composed), ...(audit ? ['', ...auditLines(composed)] : [])];
        },
      });
      noteDegraded([...turn.degraded, ...(turn.outcome?.degraded ?? [])]);
    });
}
