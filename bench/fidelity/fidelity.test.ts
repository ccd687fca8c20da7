import { expect, it } from 'vitest';
import { measurePatterns } from './patterns.ts';
import { FEW_AND_SURE, measureRecall } from './recall.ts';
import { measureSalience } from './salience.ts';

it('learns the right pattern, or rightly none, in two of three stories', () => {
  expect(measurePatterns().all).toBeGreaterThan(2 / 3);
});

it('puts the memory that should stand out more first in more than four of five pairs', async () => {
  expect((await measureSalience()).all).toBeGreaterThan(0.8);
});

it('gives hardly anything beside the point where few and sure memories are asked for', { tags: ['long'] }, async () => {
  const { precision, silentOnNone } = await measureRecall(FEW_AND_SURE);
  expect(precision).toBeGreaterThan(0.85);
  expect(silentOnNone).toBeGreaterThan(0.85);
});

it('finds four of five relevant memories by default', { tags: ['long'] }, async () => {
  expect((await measureRecall()).recall).toBeGreaterThan(0.8);
});
