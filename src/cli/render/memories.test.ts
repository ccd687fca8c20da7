import { expect, test } from 'vitest';
import type { Memory } from '../../model/memory.ts';
import { listLines } from './memories.ts';

const memory = (content: string, status: Memory['status'] = 'active') =>
  ({
    ...{ id: '01JB2XKQ7T4M8ZC5N9R3VW6HYD', type: 'semantic', status, confidence: 0.9, content },
    createdAt: new Date('2026-03-01'),
  }) as Memory;

test('the content is cut to what the width leaves', () => {
  const [head, line] = listLines([memory('🐝 '.repeat(40))], 80);
  expect(head).toMatch(/^id +type {6}date +sure {2}content$/);
  expect([...(line ?? '')]).toHaveLength(80);
  expect(line).toMatch(/ {2}0\.90 {2}🐝 .*…$/u);
});

test('but never to less than can be read, and not at all where there is no terminal', () => {
  const said = 'Ana drinks tea with milk.';
  expect(listLines([memory(said)], 10)[1]).toMatch(/ {2}Ana drinks tea with…$/);
  expect(listLines([memory(said)])[1]).toMatch(/ {2}Ana drinks tea with milk\.$/);
});

test('the status is told where any does not count', () => {
  expect(listLines([memory('a'), memory('b', 'archived')])).toEqual([
    'id                          type      status    date        sure  content',
    '01JB2XKQ7T4M8ZC5N9R3VW6HYD  semantic  active    2026-03-01  0.90  a',
    '01JB2XKQ7T4M8ZC5N9R3VW6HYD  semantic  archived  2026-03-01  0.90  b',
  ]);
});

test('what could steer a terminal is not printed', () => {
  expect(listLines([memory('a\u001b[2Jb\u0007\nc')])[1]).toMatch(/ {2}a \[2Jb c$/);
});
