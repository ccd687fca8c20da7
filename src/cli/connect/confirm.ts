import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

type Terminal<Stream> = Stream & { readonly isTTY?: boolean };

/** Whether somebody can be asked there. */
export const isTerminal = (input: Terminal<Readable>, output: Terminal<Writable>): boolean =>
  input.isTTY === true && output.isTTY === true;

export async function isConfirmed(
  question: string,
  signal: AbortSignal,
  input: Terminal<Readable> = process.stdin,
  output: Terminal<Writable> = process.stdout,
): Promise<boolean> {
  const asking = createInterface({ input, output });
  try {
    // Whoever ends the input says no.
    const ended = new Promise<string>((resolve) => asking.once('close', () => resolve('')));
    const answer = await Promise.race([asking.question(`${question} [y/N] `, { signal }), ended]);
    return ['y', 'yes'].includes(answer.trim().toLowerCase());
  } finally {
    asking.close();
  }
}
