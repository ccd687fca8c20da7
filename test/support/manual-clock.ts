import type { Clock } from '../../src/contracts/clock.ts';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** A clock that stands still until told to move. */
export function manualClock(
  start = '2026-03-01T09:00:00Z',
): Clock & { advance(ms: number): void; set(at: string): void } {
  let now = new Date(start).getTime();
  return {
    now: () => new Date(now),
    advance(ms) {
      now += ms;
    },
    set(at) {
      now = new Date(at).getTime();
    },
  };
}
