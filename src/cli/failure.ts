import { inspect } from 'node:util';
import { CommanderError } from 'commander';
import { reasonOf, SouvenirError } from '../errors.ts';

export const EXIT = { ok: 0, failure: 1, usage: 2, interrupted: 130 } as const;

export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (isBrokenPipe(error)) return EXIT.ok;
  return SouvenirError.is(error) && error.code === 'aborted' ? EXIT.interrupted : EXIT.failure;
}

/** What a failed write to stdout means. */
export const outputFailure = (cause: Error): Error =>
  isBrokenPipe(cause)
    ? cause
    : new SouvenirError('invalidInput', `cannot write the result: ${cause.message}`, { cause });

/** As with `souvenir export | head`: nobody reads any more, so nothing is left to do. */
const isBrokenPipe = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE';

/** Says on stderr what went wrong and what to do; where in the code, only when asked. */
export function tellFailure(error: unknown, debug: boolean): void {
  // Commander has told its own failures already.
  if (error instanceof CommanderError) return;
  const advice = SouvenirError.is(error) ? error.advice : 'run it again with --debug to see where this comes from';
  process.stderr.write(`souvenir: ${reasonOf(error)}\n${advice === undefined ? '' : `  ${advice}\n`}`);
  if (debug) process.stderr.write(`${inspect(error)}\n`);
}
