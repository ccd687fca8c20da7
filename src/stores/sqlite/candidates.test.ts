import { expect, test } from 'vitest';
import { RoughScores } from './candidates.ts';

const MAX_EXPECTED = 12_000;

test('a candidate search keeps nothing of the one before', () => {
  const first = new RoughScores(MAX_EXPECTED);
  first.add(7, 1);
  expect([...first.best(10)]).toEqual([7]);
  const next = new RoughScores(10);
  next.add(8, 1);
  next.add(9, 2);
  expect([...next.best(10)].sort()).toEqual([8, 9]);
  expect(next.size).toBe(2);
});

test('candidate searches leave no tables behind', () => {
  new RoughScores(MAX_EXPECTED);
  const before = process.memoryUsage().arrayBuffers;
  for (let search = 0; search < 20; search++) new RoughScores(MAX_EXPECTED).add(1, 1);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
});

test('a candidate search above the cached size has its own table', () => {
  const scores = new RoughScores(100_000);
  for (let key = 1; key <= 100_000; key++) scores.add(key, key);
  expect(scores.size).toBe(100_000);
  expect([...scores.best(2)].sort()).toEqual([100_000, 99_999]);
});
