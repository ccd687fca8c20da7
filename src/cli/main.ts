import { setImmediate } from 'node:timers/promises';
import { SouvenirError } from '../errors.ts';
import type { Cli } from './cli.ts';
import { EXIT, exitCodeOf, outputFailure, reportFailure } from './failure.ts';
import { followNpx } from './follow-npx.ts';
import { createProgram } from './program.ts';

const END_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export async function main(args: readonly string[]): Promise<number> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const interrupt = () => stopping.abort(new SouvenirError('aborted', 'interrupted'));
  process.once('SIGINT', interrupt);
  process.stdout.on('error', (error) => stopping.abort(outputFailure(error)));
  let exitCode: number = EXIT.ok;
  const cli: Cli = {
    signal,
    untilStopped: () =>
      new Promise((resolve) => {
        const stop = () => {
          // Without a listener the next signal ends the process.
          for (const name of END_SIGNALS) process.off(name, stop);
          resolve();
        };
        if (signal.aborted) return resolve();
        process.off('SIGINT', interrupt);
        for (const name of END_SIGNALS) process.on(name, stop);
        followNpx(stop);
      }),
    fail: () => {
      exitCode = EXIT.failure;
    },
  };
  const program = createProgram(cli, args);
  const thrown: unknown = await program.parseAsync(args, { from: 'user' }).then(
    () => undefined,
    (error: unknown) => error,
  );
  // By then stdout has reported an error of the last write, also of the help.
  await setImmediate();
  const failure = signal.aborted ? signal.reason : thrown;
  if (failure === undefined || exitCodeOf(failure) === EXIT.ok) return exitCode;
  reportFailure(failure, args.includes('--debug'));
  return exitCodeOf(failure);
}
