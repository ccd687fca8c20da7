import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { note } from '../in-out.ts';

type Terminal<Stream> = Stream & { readonly isTTY?: boolean };

/** Nobody is asked who cannot answer. */
export async function isConfirmed(
  question: string,
  signal: AbortSignal,
  input: Terminal<Readable> = process.stdin,
  output: Terminal<Writable> = process.stdout,
): Promise<boolean> {
  if (!input.isTTY || !output.isTTY) {
    note('there is no terminal to ask at; --yes writes without asking');
    return false;
  }
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
