import type { Command, CommandOptions } from 'commander';
import { SouvenirError } from '../errors.ts';
import type { OperationName } from '../operations/operations.ts';
import { checkWithoutCompiling } from './check-without-compiling.ts';
import type { Cli, GlobalOptions, Needs, OperationInput, OperationResult } from './cli.ts';
import { printResult } from './in-out.ts';

export const optionsOf = <Own extends object>(command: Command): GlobalOptions & Own =>
  command.optsWithGlobals<GlobalOptions & Own>();

/** Performs an operation on the selected memory. Loads the engine only when called. */
export async function perform<Name extends OperationName>(
  cli: Cli,
  options: GlobalOptions,
  name: Name,
  input: OperationInput<Name>,
  needs: Needs,
): Promise<OperationResult<Name>> {
  checkWithoutCompiling();
  const memory = await import('./memory.ts');
  return memory.perform(cli, options, name, input, needs);
}

interface AnswerOptions<Name extends OperationName> {
  readonly input: OperationInput<Name>;
  /** Unless given: read-only and without vectors. */
  readonly needs?: Needs;
  render(result: OperationResult<Name>): readonly string[] | Promise<readonly string[]>;
}

export async function answer<Name extends OperationName>(
  cli: Cli,
  options: GlobalOptions,
  name: Name,
  { input, needs = {}, render }: AnswerOptions<Name>,
): Promise<OperationResult<Name>> {
  const result = await perform(cli, options, name, input, needs);
  await printResult(options, result, render);
  return result;
}

/** Refuses scope flags where the scope comes from elsewhere and the flag would be ignored. */
export function refuseScope(command: Command, flags: readonly (keyof GlobalOptions)[], advice: string): void {
  const named = flags.find((flag) => command.getOptionValueSourceWithGlobals(flag) === 'cli');
  if (named !== undefined)
    throw new SouvenirError('invalidInput', `--${named} has no effect on \`${command.name()}\``, { advice });
}

export const addCommand = (
  parent: Command,
  name: string,
  description: string,
  examples: readonly string[],
  options: CommandOptions = {},
): Command => parent.command(name, options).description(description).addHelpText('after', exampleText(examples));

const exampleText = (examples: readonly string[]): string =>
  `\nExample:\n${examples.map((example) => `  $ souvenir ${example}`).join('\n')}`;

export const addGroup = (parent: Command, name: string, description: string, example: string): Command =>
  addCommand(parent, name, description, [example]).helpCommand(false).hook('preSubcommand', refuseUnknown);

/** Commander would otherwise take an unknown name for an argument of the default command. */
function refuseUnknown(group: Command, subcommand: Command): void {
  const [named = ''] = group.args;
  if (named !== '' && !named.startsWith('-') && named !== subcommand.name())
    group.error(`error: unknown command '${named}'`);
}

export const EXAMPLE_ID = '01JB2XKQ7T4M8ZC5N9R3VW6HYD';
export const OTHER_EXAMPLE_ID = '01JB2XM0A8E3S6F1K7PYGQ4TDC';
