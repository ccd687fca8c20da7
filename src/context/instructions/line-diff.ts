/** A line of two texts: in both, only in the new one, or only in the old one. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly line: string;
}

/** Beyond it the middle of the two texts is told as all removed, then all added. */
const MOST_COMPARED = 1_000_000;

/** What turns one text into the other, by whole lines, with as many of them kept as can be. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, young] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start++;
  let end = 0;
  while (end < old.length - start && end < young.length - start && old.at(-1 - end) === young.at(-1 - end)) end++;
  return [
    ...as('same', old.slice(0, start)),
    ...middle(old.slice(start, old.length - end), young.slice(start, young.length - end)),
    ...as('same', old.slice(old.length - end)),
  ];
}

/** As it is read by people: "+ " before what is new, "- " before what is gone. */
export const diffText = (diff: readonly DiffLine[]): string =>
  diff.map(({ kind, line }) => `${kind === 'same' ? ' ' : kind === 'added' ? '+' : '-'} ${line}`).join('\n');

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/\r?\n/));
const as = (kind: DiffLine['kind'], lines: readonly string[]): DiffLine[] => lines.map((line) => ({ kind, line }));

function middle(old: readonly string[], young: readonly string[]): DiffLine[] {
  if (old.length * young.length > MOST_COMPARED) return [...as('removed', old), ...as('added', young)];
  // shared[i][j]: how many lines can be kept of what is left from old[i] and young[j] on.
  const shared = Array.from({ length: old.length + 1 }, () => new Uint32Array(young.length + 1));
  const kept = (i: number, j: number): number => shared[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = young.length - 1; j >= 0; j--) {
      const row = shared[i];
      if (row) row[j] = old[i] === young[j] ? kept(i + 1, j + 1) + 1 : Math.max(kept(i + 1, j), kept(i, j + 1));
    }
  const diff: DiffLine[] = [];
  for (let i = 0, j = 0; i < old.length || j < young.length; ) {
    const [gone, come] = [old[i], young[j]];
    if (gone !== undefined && gone === come) {
      diff.push({ kind: 'same', line: gone });
      i++;
      j++;
    } else if (gone !== undefined && (come === undefined || kept(i + 1, j) >= kept(i, j + 1))) {
      diff.push({ kind: 'removed', line: gone });
      i++;
    } else if (come !== undefined) {
      diff.push({ kind: 'added', line: come });
      j++;
    }
  }
  return diff;
}
