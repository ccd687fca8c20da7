import type { WriteStream } from 'node:tty';
import { expect, test } from 'vitest';
import { progressBar } from './text.ts';

function drawnOn(isTTY: boolean): string {
  let drawn = '';
  const bar = progressBar({ isTTY, write: (text: string) => (drawn += text) } as unknown as WriteStream);
  bar.draw({ stage: 'embedding', done: 5, total: 10 });
  bar.clear();
  return drawn;
}

test('a terminal sees how far it is', () => {
  expect(drawnOn(true)).toContain(`${'█'.repeat(15)}${'░'.repeat(15)} 5/10`);
});

test('anything else sees nothing', () => expect(drawnOn(false)).toBe(''));
