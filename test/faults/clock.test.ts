import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { liveWithClock } from './clock/clock.ts';

const folder = temporaryFolder();

it('turns recorded while the system clock jumps are recalled at once, and stored once and in order', async () => {
  const { steps, wrong } = await liveWithClock(40, 20260301, folder);
  expect(wrong).toEqual([]);
  expect(steps).toBe(40);
});
