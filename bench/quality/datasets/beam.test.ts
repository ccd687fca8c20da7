import { expect, it } from 'vitest';
import { updatedAboveOriginal } from './beam.ts';

it('an update counts as found if no statement that it replaced ranks above it', () => {
  const share = (...ranked: string[]) =>
    updatedAboveOriginal([{ ranked, original: ['old'], updated: ['new', 'newer'] }]);
  expect(share('x', 'newer', 'old')).toBe(100);
  expect(share('new')).toBe(100);
  expect(share('old', 'new')).toBe(0);
  expect(share('x', 'y')).toBe(0);
});
