import { SouvenirError } from '../../errors.ts';

export interface BadLine {
  readonly line: number;
  readonly reason: string;
}

/** Refuses a text for the lines in it that cannot be read, before anything of it is kept. */
export function refuseBadLines(bad: readonly BadLine[], advice: string): void {
  const [first] = bad;
  if (first === undefined) return;
  const more = bad.length === 1 ? '' : ` (and ${bad.length - 1} more bad ${bad.length === 2 ? 'line' : 'lines'})`;
  throw new SouvenirError('invalidInput', `line ${first.line}: ${first.reason}${more}`, {
    advice: `nothing was imported; ${advice}`,
  });
}
