import { diffArrays } from 'diff/lib/diff/array.js';

/** A line of two texts: in both, only in the new one, or only in the old one. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly line: string;
}

/** A larger diff is given as all lines removed, then all added. */
const MAX_CHANGES = 1000;

export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, updated] = [linesOf(before), linesOf(after)];
  const parts = diffArrays(old, updated, { maxEditLength: MAX_CHANGES }) ?? [
    { value: old, added: false, removed: true },
    { value: updated, added: true, removed: false },
  ];
  return parts.flatMap(({ value, added, removed }) =>
    value.map((line) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', line }) as const),
  );
}

/** The diff as text: "+ " before new lines, "- " before removed ones. */
export const diffText = (diff: readonly DiffLine[]): string =>
  diff.map(({ kind, line }) => `${kind === 'same' ? ' ' : kind === 'added' ? '+' : '-'} ${line}`).join('\n');

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/\r?\n/));
