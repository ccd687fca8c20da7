import { once } from 'node:events';
import type { Degradation } from '../model/report.ts';

/** Prints a result, no faster than it is read. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
}

export const printJson = (value: unknown): Promise<void> => print(JSON.stringify(value, undefined, 2));

/** Says something that is not the result. */
export const note = (text: string): void => void process.stderr.write(`souvenir: ${text}\n`);

export function noteDegraded(degraded: readonly Degradation[]): void {
  for (const { part, reason } of degraded) note(`${part}: ${reason}`);
}
