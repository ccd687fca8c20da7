import type { Degradation } from '../model/report.ts';
import type { GlobalOptions } from './cli.ts';
import { outputFailure } from './failure.ts';

/** Prints a result, no faster than it is read. */
export const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(`${text}\n`, (error) => (error ? reject(outputFailure(error)) : resolve()));
  });

export const printJson = (value: unknown): Promise<void> => print(JSON.stringify(value, undefined, 2));

/** Prints a result for people, or as JSON if the options say so. */
export const printResult = <Result>(
  { json }: GlobalOptions,
  result: Result,
  render: (result: Result) => readonly string[],
): Promise<void> => (json ? printJson(result) : print(render(result).join('\n')));

/** Says something that is not the result. */
export const note = (text: string): void => void process.stderr.write(`souvenir: ${text}\n`);

export function noteDegraded(degraded: readonly Degradation[]): void {
  for (const { part, reason } of degraded) note(`${part}: ${reason}`);
}
