import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { liveWithClock } from './clock/clock.ts';

const folder = temporaryFolder();

it('what is told while the clock of the system jumps is found at once, and is there once and in order when it is right again', async () => {
  const { steps, wrong } = await liveWithClock(40, 20260301, folder);
  expect(wrong).toEqual([]);
  expect(steps).toBe(40);
});
