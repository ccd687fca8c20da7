import { describe, expect, it } from 'vitest';
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
