import type { Unit } from './timing.ts';

/** One row of the table. `hashes` is the figure in units that were timed beside it, where it is a time. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly hashes?: number;
}

const PROGRESS_MS = 3000;
process.env['SPEED_STARTED'] ??= String(Date.now());
const STARTED = Number(process.env['SPEED_STARTED']);
let shownAt = 0;

/** A line on the error output, also where that is no terminal; of one stage at most one every few seconds. */
export function progress(stage: string, done?: number, total?: number): void {
  if (done !== undefined && done !== total && Date.now() - shownAt < PROGRESS_MS) return;
  shownAt = Date.now();
  const seconds = Math.round((shownAt - STARTED) / 1000);
  const part = done === undefined ? '' : `: ${done.toLocaleString('en')} of ${total?.toLocaleString('en')}`;
  process.stderr.write(`[${String(seconds).padStart(3)} s] ${stage}${part}\n`);
}

/** Sends figures to the process that prints them. */
export function reporter(unit: Unit) {
  const report = (name: string, value: number, of: string, hashes?: number): void => {
    process.send?.({ name, value, unit: of, ...(hashes !== undefined && { hashes }) } satisfies Figure);
  };
  return {
    report,
    cpu: (name: string, ms: number) => report(name, ms, 'ms', ms / unit.cpu),
    clock: (name: string, ms: number) => report(name, ms, 'ms', ms / unit.clock),
  };
}
