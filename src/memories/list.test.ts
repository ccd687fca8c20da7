import { describe, expect, it } from 'vitest';
import { createSouvenir, memoryStore } from '../index.ts';
import { readCursor, writeCursor } from './list.ts';

const AT = new Date('2026-03-18T15:30:00Z');
const LISTING = { sort: 'created', types: ['semantic'] };

describe('a cursor', () => {
  it('continues its listing', () => {
    expect(readCursor(writeCursor({ offset: 40, at: AT }, LISTING), LISTING)).toEqual({ offset: 40, at: AT });
  });

  it.each([
    ['of another listing', writeCursor({ offset: 40, at: AT }, { ...LISTING, sort: 'updated' })],
    ['that is no JSON', 'banana'],
    ['that is other JSON', Buffer.from('{"offset": 1}').toString('base64url')],
    ['before the beginning', writeCursor({ offset: -1, at: AT }, LISTING)],
    ['that is empty', ''],
  ])('refuses %s', (_, cursor) => {
    expect(() => readCursor(cursor, LISTING)).toThrow(/list\.cursor/);
  });
});

it('A page of long memories ends before its limit, and the next one goes on', async () => {
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null });
  const ana = souvenir.for({ userId: 'ana' });
  const long = 'x'.repeat(250_000);
  for (let at = 0; at < 30; at++) await ana.recordAll([{ content: `${at} ${long}` }]);
  await ana.consolidate({ verbatimOnly: true });
  const first = await ana.memories.list({ limit: 100 });
  const second = await ana.memories.list({ limit: 100, cursor: first.next as string });
  expect([first.memories.length, second.memories.length, second.next]).toEqual([20, 10, undefined]);
  expect(new Set([...first.memories, ...second.memories].map(({ id }) => id)).size).toBe(30);
});
