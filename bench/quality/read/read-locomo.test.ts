import { expect, it } from 'vitest';
import { locomoDate } from './read-locomo.ts';

it('readLocomo reads the dates of sessions', () => {
  expect(locomoDate('1:56 pm on 8 May, 2023').toISOString()).toBe('2023-05-08T13:56:00.000Z');
  expect(locomoDate('12:09 am on 13 September, 2022').toISOString()).toBe('2022-09-13T00:09:00.000Z');
  expect(locomoDate('12:30 pm on 1 January, 2023').toISOString()).toBe('2023-01-01T12:30:00.000Z');
  expect(() => locomoDate('yesterday')).toThrow('not a session date: yesterday');
});
