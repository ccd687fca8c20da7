import type { Progress } from '../quality/progress-bar.ts';

const SHOWN_EVERY_MS = 5000;
/** Of a part that no earlier run measured. */
const UNKNOWN_SECONDS = 90;
/** A part that takes longer than expected takes at least this share of its time more. */
const MIN_SHARE_LEFT = 0.2;

/** Lines on the error output, also where that is no terminal: where the run is, and the time that is left by what an earlier run took. */
export function boardProgress(
  parts: readonly string[],
  secondsOf: Readonly<Record<string, number>>,
  write = (line: string): void => void process.stderr.write(`${line}\n`),
  now: () => number = Date.now,
) {
  const began = now();
  const expected = (name: string) => secondsOf[name] ?? UNKNOWN_SECONDS;
  const done = new Set<string>();
  let current = '';
  let [expectedDone, spent, shownAt, partBegan] = [0, 0, began, began];
  const secondsSince = (moment: number): number => (now() - moment) / 1000;
  const left = (): string => {
    const inPart = secondsSince(partBegan);
    const before = expectedDone === 0 ? 1 : spent / expectedDone;
    const isLate = inPart > expected(current) * before;
    const pace = isLate ? (spent + inPart) / (expectedDone + expected(current)) : before;
    const others = parts.filter((name) => !done.has(name) && name !== current);
    const seconds =
      others.reduce((sum, name) => sum + expected(name), 0) * pace +
      Math.max(expected(current) * pace - inPart, MIN_SHARE_LEFT * inPart);
    return `about ${Math.max(1, Math.ceil(seconds / 60))} min left`;
  };
  const line = (text: string): void => {
    shownAt = now();
    const seconds = Math.round(secondsSince(began));
    write(`[${String(seconds).padStart(4)} s, ${done.size} of ${parts.length} parts] ${text}`);
  };
  return {
    begin(name: string): void {
      [current, partBegan] = [name, now()];
      line(`${name}; ${left()}`);
    },
    step({ stage, done: count, total }: Progress): void {
      if (now() - shownAt >= SHOWN_EVERY_MS) line(`${stage}${total > 1 ? ` ${count}/${total}` : ''}; ${left()}`);
    },
    /** `outcome` is how it ended; a part of an earlier, interrupted run takes no time. */
    end(name: string, outcome: string, isFromCache: boolean): void {
      done.add(name);
      if (!isFromCache) {
        expectedDone += expected(name);
        spent += secondsSince(partBegan);
      }
      line(`${name} ${outcome}`);
    },
  };
}
