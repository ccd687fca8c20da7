import type { Command, CommandOptions } from 'commander';
import { SouvenirError } from '../errors.ts';
import type { OperationName } from '../operations/operations.ts';
import type { Cli, GlobalOptions, Needs, OperationInput, OperationResult } from './cli.ts';
import { printResult } from './in-out.ts';

/** A command's own options beside the global ones. */
export const optionsOf = <Own extends object>(command: Command): GlobalOptions & Own =>
  command.optsWithGlobals<GlobalOptions & Own>();

/** Performs an operation on the memory that the options name. Loads the engine only now. */
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

/**
 * Zod compiles a schema at its first check, which is worth its time after some hundred checks: a command performs one operation. Zod reads the
 * setting once, when it loads, so that it has no effect if a configuration file has loaded Zod before.
 */
function checkWithoutCompiling(): void {
  const zod = globalThis as { __zod_globalConfig?: { readonly jitless: boolean } };
  zod.__zod_globalConfig ??= { jitless: true };
}

interface AnswerOptions<Name extends OperationName> {
  readonly input: OperationInput<Name>;
  /** Reads only, and without vectors, unless given. */
  readonly needs?: Needs;
  render(result: OperationResult<Name>): readonly string[] | Promise<readonly string[]>;
}

/** Performs an operation and prints its result. */
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

/** A flag that says whose memory it is, where that is said otherwise: it would be passed over in silence. */
export function refuseScope(command: Command, flags: readonly (keyof GlobalOptions)[], advice: string): void {
  const named = flags.find((flag) => command.getOptionValueSourceWithGlobals(flag) === 'cli');
  if (named !== undefined)
    throw new SouvenirError('invalidInput', `--${named} says nothing to \`${command.name()}\``, { advice });
}

/** A command with a line of description and the examples that its help ends with. */
export const addCommand = (
  parent: Command,
  name: string,
  description: string,
  examples: readonly string[],
  options: CommandOptions = {},
): Command => parent.command(name, options).description(description).addHelpText('after', exampleText(examples));

const exampleText = (examples: readonly string[]): string =>
  `\nExample:\n${examples.map((example) => `  $ souvenir ${example}`).join('\n')}`;

/** A command that has commands of its own, of which one is the default. */
export const addGroup = (parent: Command, name: string, description: string, example: string): Command =>
  addCommand(parent, name, description, [example]).helpCommand(false).hook('preSubcommand', refuseUnknown);

/** Else Commander would take an unknown name for an argument of the default command. */
function refuseUnknown(group: Command, subcommand: Command): void {
  const [named = ''] = group.args;
  if (named !== '' && !named.startsWith('-') && named !== subcommand.name())
    group.error(`error: unknown command '${named}'`);
}

/** In the examples of commands that take the ids of memories. */
export const EXAMPLE_ID = '01JB2XKQ7T4M8ZC5N9R3VW6HYD';
export const OTHER_EXAMPLE_ID = '01JB2XM0A8E3S6F1K7PYGQ4TDC';
