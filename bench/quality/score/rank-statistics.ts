/** Ranks from 1 in ascending order; equal values share the mean of their ranks. */
export function averageRanks(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Array<number>(values.length).fill(0);
  for (let from = 0, to = 0; from < order.length; from = to) {
    const value = values[order[from] ?? 0];
    while (to < order.length && values[order[to] ?? 0] === value) to++;
    for (const at of order.slice(from, to)) ranks[at] = (from + 1 + to) / 2;
  }
  return ranks;
}

/** The chance that a positive scores above a negative; a tie counts half. */
export function auroc(positives: readonly number[], negatives: readonly number[]): number {
  const ranks = averageRanks([...positives, ...negatives]);
  const sum = ranks.slice(0, positives.length).reduce((total, rank) => total + rank, 0);
  return (sum - (positives.length * (positives.length + 1)) / 2) / (positives.length * negatives.length);
}

export const spearman = (left: readonly number[], right: readonly number[]): number =>
  pearson(averageRanks(left), averageRanks(right));

function pearson(left: readonly number[], right: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanLeft, meanRight] = [mean(left), mean(right)];
  let [both, squaresLeft, squaresRight] = [0, 0, 0];
  for (const [at, value] of left.entries()) {
    const [x, y] = [value - meanLeft, (right[at] ?? 0) - meanRight];
    both += x * y;
    squaresLeft += x * x;
    squaresRight += y * y;
  }
  return both / Math.sqrt(squaresLeft * squaresRight);
}
