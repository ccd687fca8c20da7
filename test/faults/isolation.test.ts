import { expect, it } from 'vitest';
import { STORES } from '../support/fresh-souvenir.ts';
import { attemptAll } from './isolation/attempts.ts';
import { attackJobs } from './isolation/jobs.ts';

it.each(STORES)('%s: nobody sees, changes or can tell of what is another’s', async (_, makeStore) => {
  const { attempts, ...found } = await attemptAll(makeStore);
  expect(found).toEqual({ leaks: [], reported: [], changed: [] });
  expect(attempts).toBeGreaterThan(200);
});

it.each(STORES)(
  '%s: nobody is told by their key what is another’s, another project’s too, while jobs run in the background',
  async (_, makeStore) => {
    const { calls, jobs, leaks } = await attackJobs(200, 20260301, makeStore);
    expect(leaks).toEqual([]);
    expect(calls).toBeGreaterThanOrEqual(200);
    expect(jobs).toBeGreaterThan(10);
  },
);
