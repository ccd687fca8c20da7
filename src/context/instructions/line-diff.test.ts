import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffText, lineDiff } from './line-diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 });

it('holds both texts, line by line', () => {
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

it('keeps as many lines as can be', () => {
  expect(diffText(lineDiff('a\nb\nc\nd', 'b\nx\nd'))).toBe('- a\n  b\n- c\n+ x\n  d');
});

it('tells of nothing where nothing was', () => {
  expect(lineDiff('', '')).toEqual([]);
});

it('gives up on finding shared lines where too many differ', () => {
  const long = Array.from({ length: 1200 }, (_, at) => `line ${at}`);
  const diff = lineDiff(long.join('\n'), long.toReversed().join('\n'));
  expect(diff.map(({ kind }) => kind)).toEqual([...long.map(() => 'removed'), ...long.map(() => 'added')]);
});
