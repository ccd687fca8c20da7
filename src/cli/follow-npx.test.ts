import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followNpx } from './follow-npx.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const MINUTE = 60_000;

test.each([
  ['npx', "'souvenir'", 1],
  ['npx', 'souvenir', 1],
  ['npx', 'souvenir serve &', 0],
  ['npx', "'tsx'", 0],
  ['start', 'souvenir', 0],
  ['', '', 0],
])('a command started by %j as %j stops %i times when its parent is gone', (event, script, times) => {
  vi.stubEnv('npm_lifecycle_event', event);
  vi.stubEnv('npm_lifecycle_script', script);
  const stop = vi.fn();
  let parent = 7;
  followNpx(stop, () => parent);
  vi.advanceTimersByTime(MINUTE);
  expect(stop).not.toHaveBeenCalled();
  parent = 1;
  vi.advanceTimersByTime(MINUTE);
  expect(stop).toHaveBeenCalledTimes(times);
});
