import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffText, lineDiff } from './line-diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 });

it('a line diff contains both texts', () => {
  fc.assert(fc.property(lines, lines, holdsBoth));
});

function holdsBoth(before: string[], after: string[]): void {
  const diff = lineDiff(before.join('\n'), after.join('\n'));
  const of = (...kinds: string[]) =>
    diff
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ line }) => line)
      .join('\n');
  expect(of('same', 'removed')).toBe(before.join('\n'));
  expect(of('same', 'added')).toBe(after.join('\n'));
}

it('a line diff keeps the most common lines', () => {
  expect(diffText(lineDiff('a\nb\nc\nd', 'b\nx\nd'))).toBe('- a\n  b\n- c\n+ x\n  d');
});

it('a line diff of empty texts is empty', () => {
  expect(lineDiff('', '')).toEqual([]);
});

it('a line diff of very different texts replaces all lines', () => {
  const long = Array.from({ length: 1200 }, (_, at) => `line ${at}`);
  const diff = lineDiff(long.join('\n'), long.toReversed().join('\n'));
  expect(diff.map(({ kind }) => kind)).toEqual([...long.map(() => 'removed'), ...long.map(() => 'added')]);
});
