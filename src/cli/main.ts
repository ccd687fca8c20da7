import { SouvenirError } from '../errors.ts';
import { EXIT, exitCodeOf, tellFailure } from './failure.ts';
import { createProgram } from './program.ts';

/** Runs one command line and resolves with its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const stopping = new AbortController();
  let exitCode: number | undefined;
  const stop = (code: number) => {
    exitCode ??= code;
    stopping.abort(new SouvenirError('aborted', 'interrupted'));
  };
  process.once('SIGINT', () => stop(EXIT.interrupted));
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // As with `souvenir export | head`: nobody reads any more, so nothing is left to do.
    if (error.code !== 'EPIPE') throw error;
    stop(EXIT.ok);
  });
  const program = createProgram({ signal: stopping.signal, fail: () => (exitCode ??= EXIT.failure) });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    exitCode ??= exitCodeOf(error);
    if (exitCode !== EXIT.ok)
      tellFailure(stopping.signal.aborted ? stopping.signal.reason : error, args.includes('--debug'));
  }
  return exitCode ?? EXIT.ok;
}
