const MAX_CHARS = 60;

/** The path that was probably meant: at most a third of it differs. */
export function nearestPath(path: string, paths: readonly string[]): string | undefined {
  const requested = path.slice(0, MAX_CHARS);
  const [nearest] = paths
    .map((known) => ({ known, changes: changesBetween(requested, known) }))
    .filter(({ known, changes }) => changes * 3 <= known.length)
    .sort((a, b) => a.changes - b.changes);
  return nearest?.known;
}

/** The Levenshtein distance. */
function changesBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...from].entries()) {
    const above = row;
    row = [line + 1];
    for (const [at, other] of [...to].entries())
      row.push(
        Math.min(
          (above[at] as number) + (letter === other ? 0 : 1),
          (above[at + 1] as number) + 1,
          (row[at] as number) + 1,
        ),
      );
  }
  return row[to.length] as number;
}
