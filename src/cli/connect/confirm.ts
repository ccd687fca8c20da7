import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

export const isTerminal = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

export async function isConfirmed(
  question: string,
  signal: AbortSignal,
  input: Readable = process.stdin,
  output: Writable = process.stdout,
): Promise<boolean> {
  const terminal = createInterface({ input, output });
  try {
    // The end of the input counts as no.
    const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    const answer = await Promise.race([terminal.question(`${question} [y/N] `, { signal }), ended]);
    return ['y', 'yes'].includes(answer.trim().toLowerCase());
  } finally {
    terminal.close();
  }
}
