import type { Command, CommandOptions } from 'commander';
import type { z } from 'zod';
import type { Operation } from '../operations/operation.ts';
import type { EmbedderName } from './create-embedder.ts';

/** What every command can count on. */
export interface Cli {
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal;
  /** Makes the exit code tell of a failure that is itself the result. */
  fail(): void;
}

/** The options every command takes. */
export interface GlobalOptions {
  readonly db: string;
  readonly tenant: string;
  readonly user: string;
  readonly agent: string;
  readonly project?: string;
  readonly session?: string;
  readonly embedder: EmbedderName;
  readonly json?: boolean;
}

/** A command's own options beside the global ones. */
export const optionsOf = <Own extends object>(command: Command): GlobalOptions & Own =>
  command.optsWithGlobals<GlobalOptions & Own>();

/** For what is to be limited to the project and session named; without them it spans all. */
export const placeOf = ({ project, session }: GlobalOptions) => ({ projectId: project, sessionId: session });

type Named = Pick<Operation<z.ZodType, unknown>, 'name' | 'summary'>;

/** A command that renders an operation. */
export const commandFor = (program: Command, { name, summary }: Named, options: CommandOptions = {}): Command =>
  program.command(name, options).description(summary);

/** A command that has commands of its own, of which one is the default. */
export const commandGroup = (program: Command, name: string, description: string): Command =>
  program.command(name).description(description).helpCommand(false).hook('preSubcommand', refuseUnknown);

/** Whatever names none of them would else be an argument of the default. */
function refuseUnknown(group: Command, meant: Command): void {
  const [named = ''] = group.args;
  if (named !== '' && !named.startsWith('-') && named !== meant.name())
    group.error(`error: unknown command '${named}'`);
}

/** One that is about a single memory. */
export const memoryCommand = (program: Command, operation: Named): Command =>
  commandFor(program, operation).argument('<id>', 'the memory');

/** In the examples of commands that take the id of a memory. */
export const EXAMPLE_ID = '01JB2XKQ7T4M8ZC5N9R3VW6HYD';

/** Adds the example that every command's help ends with. */
export const withExample = (command: Command, example: string): Command =>
  command.addHelpText('after', `\nExample:\n  $ ${example}`);
