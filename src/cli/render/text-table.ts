import { cut, oneLine } from './phrases.ts';
import { bold } from './style.ts';
import { table } from './table.ts';

const LEAST_TEXT = 20;

/** A table as wide as the terminal, its last column a text cut to what is left; of any width where there is none. */
export function textTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  width = Number.POSITIVE_INFINITY,
): string[] {
  if (rows.length === 0) return ['There are none.'];
  const [head = '', ...lines] = table([heads, ...rows.map((row) => row.map(oneLine))], false);
  const taken = head.length - (heads.at(-1)?.length ?? 0);
  const most = Math.max(taken + LEAST_TEXT, width);
  return [bold(head), ...lines.map((line) => cut(line, most))];
}
