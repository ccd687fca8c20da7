import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { killMany } from './kills/kills.ts';
import { OPERATIONS } from './kills/operations.ts';

const folder = temporaryFolder();
/** `npm run test:faults` kills a thousand. */
const EACH_ONCE = Object.keys(OPERATIONS).length;

it('a killed process loses nothing acknowledged, duplicates nothing and leaves the file intact', async () => {
  const reports = await killMany(EACH_ONCE, 20260301, folder);
  expect(reports.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(reports.map(({ operation }) => operation)).toEqual(Object.keys(OPERATIONS));
  expect(reports.reduce((sum, { kills }) => sum + kills, 0)).toBe(EACH_ONCE);
});
