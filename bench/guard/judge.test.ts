import { expect, it } from 'vitest';
import { judge } from './judge.ts';

it.each([
  [15.9, { value: 10, tolerance: 1.6, kind: 'cost' as const }, false],
  [16.1, { value: 10, tolerance: 1.6, kind: 'cost' as const }, true],
  [2, { value: 10, tolerance: 1.6, kind: 'cost' as const }, false],
  [86, { value: 90, tolerance: 4, kind: 'higher is better' as const }, false],
  [85.9, { value: 90, tolerance: 4, kind: 'higher is better' as const }, true],
  [24, { value: 20, tolerance: 4, kind: 'lower is better' as const }, false],
  [24.1, { value: 20, tolerance: 4, kind: 'lower is better' as const }, true],
  [Number.NaN, { value: 20, tolerance: 4, kind: 'lower is better' as const }, true],
])('%s beside %j is worse: %s', (figure, bounds, isWorse) => {
  expect(judge('a figure', figure, bounds).isWorse).toBe(isWorse);
});

it('a line has the figure, the committed one and the limit', () => {
  expect(judge('a cost', 17, { value: 10, tolerance: 1.6, kind: 'cost' }).line).toBe(
    'WORSE a cost: 17, committed 10, limit 16',
  );
});
