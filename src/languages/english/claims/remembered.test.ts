import { expect, it, vi } from 'vitest';
import { remembered } from './remembered.ts';

it('reads a text once, also where it says nothing', () => {
  const read = vi.fn((text: string) => (text === '' ? undefined : text.length));
  const again = remembered(read);
  expect([again('Ana'), again('Ana'), again(''), again('')]).toEqual([3, 3, undefined, undefined]);
  expect(read).toHaveBeenCalledTimes(2);
});

it('forgets all when it is full, and never keeps a long text', () => {
  const read = vi.fn((text: string) => text.length);
  const again = remembered(read);
  const long = 'a'.repeat(401);
  again('Ana');
  again(long);
  again(long);
  expect(read).toHaveBeenCalledTimes(3);
  for (let count = 0; count < 5_000; count++) again(String(count));
  read.mockClear();
  expect(again('Ana')).toBe(3);
  expect(read).toHaveBeenCalledTimes(1);
});
