import { inspect } from 'node:util';
import { CommanderError } from 'commander';
import { reasonOf, SouvenirError } from '../errors.ts';

export const EXIT = { ok: 0, failure: 1, usage: 2, interrupted: 130 } as const;

export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  return EXIT.failure;
}

/** Says on stderr what went wrong and what to do; where in the code, only when asked. */
export function tellFailure(error: unknown, debug: boolean): void {
  // Commander has told its own failures already.
  if (error instanceof CommanderError) return;
  const advice = SouvenirError.is(error) ? error.advice : 'run it again with --debug to see where this comes from';
  process.stderr.write(`souvenir: ${reasonOf(error)}\n${advice === undefined ? '' : `  ${advice}\n`}`);
  if (debug) process.stderr.write(`${inspect(error)}\n`);
}
