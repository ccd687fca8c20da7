import type { Command } from 'commander';
import { perform } from '../../operations/operation.ts';
import { forgetAllOperation, forgetOperation } from '../../operations/put-away.ts';
import { type Cli, commandFor, EXAMPLE_ID, optionsOf, withExample } from '../cli.ts';
import { printResult } from '../output.ts';
import { count } from '../render/phrases.ts';
import { withMemory } from '../with-memory.ts';
import { revise } from './revise.ts';
import { addSelectionOptions, type SelectionFlags, selectionInput } from './selection-options.ts';

interface ForgetOptions extends SelectionFlags {
  readonly all?: boolean;
  readonly yes?: boolean;
}

export function addForget(program: Command, cli: Cli): void {
  const command = commandFor(program, forgetOperation)
    .argument('[id]', 'the memory; without it, --all')
    .option('--all', 'every memory that passes the filters below, in place of one')
    .option('--yes', 'with --all: do it');
  addSelectionOptions(command).action(async (id: string | undefined) => {
    const options = optionsOf<ForgetOptions>(command);
    const refusal = refusalOf(id, options, command);
    if (refusal !== undefined) command.error(`error: ${refusal}`);
    if (id !== undefined) return revise(cli, options, forgetOperation, { id }, 'Forgot');
    const input = selectionInput(options);
    const result = await withMemory(cli, options, (context) => perform(forgetAllOperation, context, input), {
      embedder: null,
    });
    await printResult(options, result, ({ forgotten }) => [`Forgot ${count(forgotten, 'memory', 'memories')}.`]);
  });
  withExample(command, `souvenir forget ${EXAMPLE_ID}\n  $ souvenir forget --all --category note --yes`);
}

/** Why nothing is forgotten; undefined if it is clear what to do. */
function refusalOf(id: string | undefined, { all, yes }: ForgetOptions, command: Command): string | undefined {
  if (id === undefined && !all) return "missing required argument 'id', or --all";
  if (id !== undefined && Object.keys(command.opts()).some((option) => option !== 'yes'))
    return 'an id names one memory: neither --all nor filters go with it';
  return all && !yes ? 'this forgets every memory that passes; add --yes if you mean it' : undefined;
}
