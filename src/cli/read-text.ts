import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { reasonOf, SouvenirError } from '../errors.ts';
import { note } from './output.ts';

/** The text of a file, or of stdin for `-`. */
export async function readText(path: string, signal: AbortSignal): Promise<string> {
  const bytes = path === '-' ? await readStdin(signal) : await readFile(path, { signal }).catch(refuse(path));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new SouvenirError('invalidInput', `${path} is not UTF-8 text`, { cause });
  }
}

/** What an argument says, or stdin for `-`. */
export const readContent = async (argument: string, signal: AbortSignal): Promise<string> =>
  argument === '-' ? (await readText('-', signal)).trim() : argument;

/** What an argument says: itself, or the file it names, or stdin for `-`. A single word is taken for the name of a file. */
export const readSource = async (argument: string, signal: AbortSignal): Promise<string> =>
  /^\S+$/.test(argument) || existsSync(argument) ? readText(argument, signal) : argument;

function readStdin(signal: AbortSignal): Promise<Buffer> {
  if (process.stdin.isTTY) note('reading from the terminal; end with Ctrl-D');
  return buffer(addAbortSignal(signal, process.stdin));
}

const refuse = (path: string) => (cause: unknown) => {
  throw new SouvenirError('invalidInput', `cannot read ${path}: ${reasonOf(cause)}`, { cause });
};
