import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { reasonOf, SouvenirError } from '../errors.ts';
import type { Degradation } from '../model/report.ts';
import type { GlobalOptions } from './cli.ts';
import { outputFailure } from './failure.ts';

/** Prints a result, no faster than it is read. */
export const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(`${text}\n`, (error) => (error ? reject(outputFailure(error)) : resolve()));
  });

export const printJson = (value: unknown): Promise<void> => print(JSON.stringify(value, undefined, 2));

export const printResult = async <Result>(
  { json }: Pick<GlobalOptions, 'json'>,
  result: Result,
  render: (result: Result) => readonly string[] | Promise<readonly string[]>,
): Promise<void> => (json ? printJson(result) : print((await render(result)).join('\n')));

export const note = (text: string): void => void process.stderr.write(`souvenir: ${text}\n`);

export function noteDegraded(degraded: readonly Degradation[]): void {
  for (const { part, reason } of degraded) note(`${part}: ${reason}`);
}

export async function readText(path: string, signal: AbortSignal): Promise<string> {
  const bytes = path === '-' ? await readStdin(signal) : await readFile(path, { signal }).catch(refuse(path));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new SouvenirError('invalidInput', `${path} is not UTF-8 text`, { cause });
  }
}

export const readContent = async (argument: string, signal: AbortSignal): Promise<string> =>
  argument === '-' ? (await readText('-', signal)).trim() : argument;

/** The argument itself, a file, or stdin for `-`. A single word is a file name. */
export const readSource = async (argument: string, signal: AbortSignal): Promise<string> =>
  /^\S+$/.test(argument) || existsSync(argument) ? readText(argument, signal) : argument;

function readStdin(signal: AbortSignal): Promise<Buffer> {
  if (process.stdin.isTTY) note('reading from the terminal; end with Ctrl-D');
  return buffer(addAbortSignal(signal, process.stdin));
}

const refuse = (path: string) => (cause: unknown) => {
  const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
  const reason = isMissing ? `there is no file ${path}` : `cannot read ${path}: ${reasonOf(cause)}`;
  throw new SouvenirError('notFound', reason, { cause });
};
