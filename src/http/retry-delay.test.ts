import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryDelay } from './retry-delay.ts';

const NOW = new Date('2026-01-01T12:00:00Z');

describe('waitBefore', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it.each([
    ['seconds', '7', 7000],
    ['no time', '0', 0],
    ['a date', 'Thu, 01 Jan 2026 12:00:09 GMT', 9000],
    ['a date that has passed', 'Thu, 01 Jan 2026 11:00:00 GMT', 0],
    ['less than no time', '-5', 0],
    ['an hour, which is too long', '3600', 60_000],
    ['a date tomorrow', 'Fri, 02 Jan 2026 12:00:00 GMT', 60_000],
  ])('waits as long as the server requests: %s', (_, retryAfter, wait) => {
    expect(retryDelay(3, retryAfter)).toBe(wait);
  });

  it.each([null, '', 'soon'])('doubles the wait without a request of the server: %j', (retryAfter) => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    expect([1, 2, 3, 20].map((attempt) => retryDelay(attempt, retryAfter))).toEqual([500, 1000, 2000, 60_000]);
    vi.spyOn(Math, 'random').mockReturnValue(0);
    expect([1, 2, 3].map((attempt) => retryDelay(attempt, retryAfter))).toEqual([250, 500, 1000]);
  });
});
