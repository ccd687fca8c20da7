import { expect, test } from 'vitest';
import type { Memory } from '../../model/memory.ts';
import { listLines } from './memories.ts';
import { shortIdsOf, widthOf } from './text.ts';

const memory = (content: string, status: Memory['status'] = 'active') =>
  ({
    ...{ id: '01JB2XKQ7T4M8ZC5N9R3VW6HYD', type: 'semantic', status, confidence: 0.9, content },
    ...{ createdAt: new Date('2026-03-01'), provenance: { episodeIds: [], turnIds: [] }, metadata: {} },
  }) as unknown as Memory;

test('a table of memories cuts content to the remaining width in columns', () => {
  for (const width of [80, 81]) {
    const [head, line = ''] = listLines([memory('🐝 蜂'.repeat(40))], width);
    expect(head).toMatch(/^id +type {6}date +sure {2}content$/);
    expect(line).toMatch(/^R3VW6HYD {2}.* {2}0\.90 {2}🐝 蜂.*…$/u);
    expect(width - widthOf(line)).toBeLessThan(2);
    expect(widthOf(line)).toBeLessThanOrEqual(width);
  }
});

test('a table of memories shrinks other columns first, and cuts nothing without a terminal', () => {
  const statement = 'Ana drinks tea with milk.';
  expect(listLines([memory(statement)], 55)).toEqual([
    'id        type      date        content',
    'R3VW6HYD  semantic  2026-03-01  Ana drinks tea with mi…',
  ]);
  expect(listLines([memory(statement)], 30)[1]).toBe('R3VW6HYD  Ana drinks tea with…');
  expect(listLines([memory(statement)], 10)[1]).toHaveLength(10);
  expect(listLines([memory(statement)])[1]).toMatch(/^01JB2XKQ7T4M8ZC5N9R3VW6HYD .* {2}Ana drinks tea with milk\.$/);
});

test('short ids are long enough to be distinct', () => {
  const ids = ['01JB2XKQ7T4M8ZC5N9R3VW6HYD', '01JB2XKQ7T4M8ZC5N8R3VW6HYD', '01JB2XKQ7T4M8ZC5N9R3VW6HYD'];
  expect(ids.map(shortIdsOf(ids))).toEqual(['9R3VW6HYD', '8R3VW6HYD', '9R3VW6HYD']);
});

test('a table of memories shows the status if any memory is inactive', () => {
  expect(listLines([memory('a'), memory('b', 'archived')])).toEqual([
    'id                          type      status    date        sure  content',
    '01JB2XKQ7T4M8ZC5N9R3VW6HYD  semantic  active    2026-03-01  0.90  a',
    '01JB2XKQ7T4M8ZC5N9R3VW6HYD  semantic  archived  2026-03-01  0.90  b',
  ]);
});

test('rendered memories contain no terminal control sequences', () => {
  expect(listLines([memory('a\u001b[2Jb\u0007\nc')])[1]).toMatch(/ {2}a \[2Jb c$/);
});
