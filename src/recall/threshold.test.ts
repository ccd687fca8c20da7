import { expect, test } from 'vitest';
import type { Scored } from './fuse.ts';
import { threshold } from './threshold.ts';

test('what is at the threshold or above is relevant', () => {
  const scored = [0.9, 0.3, 0.29].map((score) => ({ score }) as Scored);
  expect(threshold(scored, 0.3).map(({ score }) => score)).toEqual([0.9, 0.3]);
});
