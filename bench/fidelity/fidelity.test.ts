import { expect, it } from 'vitest';
import { measurePatterns } from './patterns.ts';
import { FEW_AND_SURE, measureRecall } from './recall.ts';
import { measureSalience } from './salience.ts';

it('the cycle learns the right pattern, or correctly none, in two of three stories', () => {
  expect(measurePatterns().all).toBeGreaterThan(2 / 3);
});

it('salience ranks the more important memory first in more than four of five pairs', async () => {
  expect((await measureSalience()).all).toBeGreaterThan(0.8);
});

it('a strict recall returns hardly any irrelevant memory', { tags: ['long'] }, async () => {
  const { precision, silentOnNone } = await measureRecall(FEW_AND_SURE);
  expect(precision).toBeGreaterThan(0.85);
  expect(silentOnNone).toBeGreaterThan(0.85);
});

it('a default recall finds four of five relevant memories', { tags: ['long'] }, async () => {
  expect((await measureRecall()).recall).toBeGreaterThan(0.8);
});
