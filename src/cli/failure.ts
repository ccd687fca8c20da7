import { inspect } from 'node:util';
import { CommanderError } from 'commander';
import { reasonOf, SouvenirError } from '../errors.ts';

export const EXIT = { ok: 0, failure: 1, usage: 2, interrupted: 130 } as const;

export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (isBrokenPipe(error)) return EXIT.ok;
  if (!SouvenirError.is(error)) return EXIT.failure;
  if (error.code === 'aborted') return EXIT.interrupted;
  return error.code === 'invalidInput' ? EXIT.usage : EXIT.failure;
}

export const outputFailure = (cause: Error): Error =>
  isBrokenPipe(cause)
    ? cause
    : new SouvenirError('storeUnwritable', `cannot write the result: ${cause.message}`, { cause });

/** As with `souvenir export | head`: the reader has closed the pipe. */
const isBrokenPipe = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE';

/** Reports an error and its advice on stderr; with `debug`, also the stack. */
export function reportFailure(error: unknown, debug: boolean): void {
  if (error instanceof CommanderError) return;
  const advice = SouvenirError.is(error)
    ? commandLineAdvice(error.advice)
    : 'run it again with --debug to see the stack';
  process.stderr.write(`souvenir: ${reasonOf(error)}\n${advice === undefined ? '' : `  ${advice}\n`}`);
  if (debug) process.stderr.write(`${inspect(error)}\n`);
}

/** Phrases in the engine's advice that name the library, with the commands and options that replace them. */
const IN_COMMANDS: readonly (readonly [RegExp, string])[] = [
  [/rekeySqlite\(\)/, '`souvenir encrypt`'],
  [/Give its key\./, 'Pass the key with --key-file, or set SOUVENIR_KEY_FILE or SOUVENIR_KEY.'],
  [/`force: true`/, '--force'],
  [/forgetAll\(\)/, '`souvenir forget --all`'],
  [/reinforce\([^()]*\)/, '`souvenir reinforce`'],
  [/(?:memories\.)?\b(list|restore|unlink|correct|forget)\([^()]*\)/, '`souvenir $1`'],
  [/tenant, user, agent, project and session of the call/, '--tenant, --user, --agent, --project and --session'],
  [/pass `next` of the page before/, 'pass the --cursor that the page before printed'],
  [/`?\bpropose\b`?/, '`souvenir instructions propose`'],
  [/, or raise busyTimeoutMs/, ''],
  [/raise the budget to/, 'raise --budget to'],
  [/sharedWith: 'tenant'/, '--shared-with tenant'],
  [/check mediaType, and/, 'check'],
];
/** Calls and names that only make sense in a program. */
const OF_THE_LIBRARY = /\w\(|\b[a-z]+[A-Z]\w*/;

/** Advice for the command line; undefined rather than advice that names the library. */
export function commandLineAdvice(advice: string | undefined): string | undefined {
  const translated = IN_COMMANDS.reduce((text, [phrase, command]) => text?.replace(phrase, command), advice);
  return translated === undefined || OF_THE_LIBRARY.test(translated) ? undefined : translated;
}
