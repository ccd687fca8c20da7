import type { Breakdown } from '../model/recall.ts';
import { salienceSum } from '../model/salience.ts';

/** What was to be recalled: an id, or something that has one. */
export type Expected = string | { readonly id: string; readonly salience?: number };

/** What was recalled; a RecallItem is one, and so is a Memory. */
export interface Recalled {
  readonly id: string;
  readonly alsoIn?: readonly { readonly id: string }[] | undefined;
  readonly salience?: number;
  readonly breakdown?: Pick<Breakdown, 'salience'>;
}

export interface Fidelity {
  /** The share of what was recalled that was expected; 1 if nothing was recalled, for then nothing wrong was said. */
  readonly precision: number;
  /** The share of what was expected that was recalled; 1 if nothing was expected. */
  readonly recall: number;
  /** Their harmonic mean; 0 if both are 0. */
  readonly f1: number;
  /**
   * Spearman's correlation of the order of what was recalled with how salient it is: 1 if the most salient comes first, -1 if it comes
   * last. Undefined where there is no order to compare: fewer than two whose salience is known, or all equally salient.
   */
  readonly salienceCorrelation: number | undefined;
}

/**
 * How good an answer of recall is. An item that stands for others too (`alsoIn`) counts for all of them. Salience is the item's own,
 * else that of its breakdown, else that of the expected memory of the same id; items without any are left out of the correlation.
 */
export function evaluateRecall(expected: readonly Expected[], actual: readonly Recalled[]): Fidelity {
  const known = new Map(
    expected.map((each) => (typeof each === 'string' ? [each, undefined] : [each.id, each.salience])),
  );
  const items = [...new Map(actual.map((item) => [item.id, item])).values()];
  const idsOf = ({ id, alsoIn = [] }: Recalled) => [id, ...alsoIn.map((other) => other.id)];
  const hits = items.filter((item) => idsOf(item).some((id) => known.has(id)));
  const found = new Set(items.flatMap(idsOf).filter((id) => known.has(id)));
  const precision = share(hits.length, items.length);
  const recall = share(found.size, known.size);
  const salience = items.map(
    (item) => item.salience ?? (item.breakdown?.salience && salienceSum(item.breakdown.salience)) ?? known.get(item.id),
  );
  return {
    ...{ precision, recall },
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    salienceCorrelation: orderCorrelation(salience.filter((each) => each !== undefined)),
  };
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

/** Of values with the order they stand in, where the greatest should come first. */
function orderCorrelation(values: readonly number[]): number | undefined {
  const places = values.map((_, at) => at);
  return spearman(
    places.map((place) => -place),
    values,
  );
}

/** Ties share the mean of their ranks. */
function spearman(left: readonly number[], right: readonly number[]): number | undefined {
  const [a, b] = [ranksOf(left), ranksOf(right)];
  const mean = (left.length + 1) / 2;
  const spread = (ranks: readonly number[]) => ranks.reduce((sum, rank) => sum + (rank - mean) ** 2, 0);
  const whole = Math.sqrt(spread(a) * spread(b));
  const shared = a.reduce((sum, rank, at) => sum + (rank - mean) * ((b[at] ?? mean) - mean), 0);
  return whole === 0 ? undefined : Math.min(1, Math.max(-1, shared / whole));
}

function ranksOf(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return below + (equal + 1) / 2;
  });
}
