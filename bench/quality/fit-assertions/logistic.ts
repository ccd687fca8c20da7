const ROUNDS = 15;
const MOST_STEP = 5;

export interface Case {
  readonly inputs: readonly number[];
  readonly isTrue: boolean;
  readonly weight: number;
}

/** Weights of a logistic regression, the bias last, by Newton's method; `ridge` holds them small. */
export function logistic(cases: readonly Case[], ridge: number): number[] {
  const size = (cases[0]?.inputs.length ?? 0) + 1;
  let weights = new Array<number>(size).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const slope = weights.map((weight, at) => (at < size - 1 ? -ridge * weight : 0));
    const curve = weights.map((_, row) =>
      weights.map((_, column) => (row === column ? (row < size - 1 ? ridge : 1e-9) : 0)),
    );
    for (const { inputs, isTrue, weight } of cases) {
      const input = [...inputs, 1];
      const odds = 1 / (1 + Math.exp(-dot(weights, input)));
      const miss = weight * (Number(isTrue) - odds);
      const sharp = weight * Math.max(1e-4, odds * (1 - odds));
      for (let row = 0; row < size; row++) {
        slope[row] = (slope[row] as number) + miss * (input[row] as number);
        const line = curve[row] as number[];
        for (let column = 0; column < size; column++)
          line[column] = (line[column] as number) + sharp * (input[row] as number) * (input[column] as number);
      }
    }
    const step = solve(curve, slope);
    weights = weights.map((weight, at) => weight + Math.max(-MOST_STEP, Math.min(MOST_STEP, step[at] as number)));
  }
  return weights;
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);

/** Gauss-Jordan with pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] as number]);
  for (let at = 0; at < rows.length; at++) {
    const pivot = rows.reduce(
      (best, row, index) =>
        index >= at && Math.abs(row[at] as number) > Math.abs(rows[best]?.[at] as number) ? index : best,
      at,
    );
    [rows[at], rows[pivot]] = [rows[pivot] as number[], rows[at] as number[]];
    const head = rows[at] as number[];
    for (const [index, row] of rows.entries()) {
      if (index === at) continue;
      const factor = (row[at] as number) / (head[at] as number);
      for (let column = at; column < row.length; column++)
        row[column] = (row[column] as number) - factor * (head[column] as number);
    }
  }
  return rows.map((row, at) => (row.at(-1) as number) / (row[at] as number));
}
