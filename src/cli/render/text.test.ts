import type { WriteStream } from 'node:tty';
import { afterEach, expect, test, vi } from 'vitest';
import { countsText, cut, progressBar, table, terminalWidth, widthOf } from './text.ts';

function drawnOn(isTTY: boolean): string {
  let drawn = '';
  const bar = progressBar({ isTTY, write: (text: string) => (drawn += text) } as unknown as WriteStream);
  bar.draw({ stage: 'embedding', done: 5, total: 10 });
  bar.clear();
  return drawn;
}

test('progress is printed on a terminal', () => {
  expect(drawnOn(true)).toContain(`${'█'.repeat(15)}${'░'.repeat(15)} 5/10`);
});

test('progress is not printed without a terminal', () => expect(drawnOn(false)).toBe(''));

const stdout = { isTTY: process.stdout.isTTY, columns: process.stdout.columns };
afterEach(() => {
  Object.assign(process.stdout, stdout);
  vi.unstubAllEnvs();
});

test.each([
  [true, '', 100],
  [true, '60', 60],
  [false, '60', undefined],
])('the terminal width %j is used unless COLUMNS is %j', (isTTY, columns, width) => {
  Object.assign(process.stdout, { isTTY, columns: 100 });
  vi.stubEnv('COLUMNS', columns);
  expect(terminalWidth()).toBe(width);
});

test.each([
  ['plain', 5],
  ['\u001b[1mbold\u001b[22m', 4],
  ['東京', 4],
  ['서울', 4],
  ['ｆｕｌｌ', 8],
  ['🐝', 2],
  ['👨‍👩‍👧', 2],
  ['🇵🇹', 2],
  ['❤️', 2],
  ['e\u0301', 1],
  ['\u200b', 0],
  ['né', 2],
])('%j takes %i columns', (text, columns) => expect(widthOf(text)).toBe(columns));

test('cutting a text never splits a wide character', () => {
  expect(cut('東京都', 4)).toBe('東…');
  expect(cut('👨‍👩‍👧👨‍👩‍👧', 3)).toBe('👨‍👩‍👧…');
});

test('table columns align for any content', () => {
  expect(
    table(
      [
        ['東京', 'x'],
        ['tea', 'y'],
      ],
      false,
    ),
  ).toEqual(['東京  x', 'tea   y']);
});

test('counts use the singular for one', () => {
  expect(countsText({ memories: 1, entities: 1, links: 1, progress: 1 })).toBe(
    '1 memory, 1 entity, 1 link, 1 progress',
  );
  expect(countsText({ memories: 2, versions: 0 })).toBe('2 memories, 0 versions');
});
