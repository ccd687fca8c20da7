import type { Progress } from '../quality/progress-bar.ts';

const SHOWN_EVERY_MS = 5000;
/** Of a part that no earlier run measured. */
const UNKNOWN_SECONDS = 90;

/** Lines on the error output, also where that is no terminal: where the run is, and the time that is left by what an earlier run took. */
export function boardProgress(
  parts: readonly string[],
  secondsOf: Readonly<Record<string, number>>,
  write = (line: string): void => void process.stderr.write(`${line}\n`),
) {
  const began = Date.now();
  const expected = (name: string) => secondsOf[name] ?? UNKNOWN_SECONDS;
  const done = new Set<string>();
  let [expectedDone, spent, shownAt, partBegan] = [0, 0, 0, Date.now()];
  const secondsSince = (moment: number): number => (Date.now() - moment) / 1000;
  const left = (): string => {
    const pace = expectedDone === 0 ? 1 : spent / expectedDone;
    const total = parts.filter((name) => !done.has(name)).reduce((sum, name) => sum + expected(name), 0) * pace;
    return `about ${Math.max(1, Math.ceil((total - secondsSince(partBegan)) / 60))} min left`;
  };
  const line = (text: string): void => {
    shownAt = Date.now();
    const seconds = Math.round(secondsSince(began));
    write(`[${String(seconds).padStart(4)} s, ${done.size} of ${parts.length} parts] ${text}`);
  };
  return {
    begin(name: string): void {
      partBegan = Date.now();
      line(`${name}; ${left()}`);
    },
    step({ stage, done: count, total }: Progress): void {
      if (Date.now() - shownAt >= SHOWN_EVERY_MS) line(`${stage}${total > 1 ? ` ${count}/${total}` : ''}; ${left()}`);
    },
    /** `outcome` is how it ended; a part of an earlier, interrupted run takes no time. */
    end(name: string, outcome: string, isFromCache: boolean): void {
      done.add(name);
      if (!isFromCache) {
        expectedDone += expected(name);
        spent += secondsSince(partBegan);
      }
      partBegan = Date.now();
      line(`${name} ${outcome}`);
    },
  };
}
