import { expect, it } from 'vitest';
import { STORES } from '../support/fresh-souvenir.ts';
import { attemptAll } from './isolation/attempts.ts';
import { attackJobs } from './isolation/jobs.ts';

it.each(STORES)('%s: no owner can see, change or detect data of another', async (_, makeStore) => {
  const { attempts, ...found } = await attemptAll(makeStore);
  expect(found).toEqual({ leaks: [], reported: [], changed: [] });
  expect(attempts).toBeGreaterThan(200);
});

it.each(STORES)('%s: no key shows data of another owner or project while background jobs run', async (_, makeStore) => {
  const { calls, jobs, leaks } = await attackJobs(200, 20260301, makeStore);
  expect(leaks).toEqual([]);
  expect(calls).toBeGreaterThanOrEqual(200);
  expect(jobs).toBeGreaterThan(10);
});
