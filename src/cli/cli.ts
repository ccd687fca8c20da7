import type { Command } from 'commander';
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

/** Adds the example that every command's help ends with. */
export const withExample = (command: Command, example: string): Command =>
  command.addHelpText('after', `\nExample:\n  $ ${example}`);
