import { expect, test } from 'vitest';
import { oldestFirst } from './gather.ts';

test('gather returns recent memories by time, then by id', () => {
  const at = (id: string, minute: number) => ({
    id,
    at: new Date(minute),
    createdAt: new Date(0),
    text: id,
    trust: 'user' as const,
  });
  const recent = [at('a', 3), at('d', 1), at('c', 2), at('b', 2)];
  expect(oldestFirst(recent).map(({ id }) => id)).toEqual(['d', 'b', 'c', 'a']);
});
