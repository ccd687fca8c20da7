import { FEATURES } from '../../../src/recall/features.ts';
import type { Weights } from '../../../src/recall/rankers/rankers.ts';
import type { Example } from './examples.ts';

const ROUNDS = 120;
const STEP = 0.25;
const LAST_STEPS = 0.3;
/** How hard the fit is held to where it starts: what the data does not decide stays as it was set by hand. */
const HELD = 0.02;
/** The weight that fixes the scale: a fit only knows weights up to a factor. */
const VECTOR_WEIGHT = 1.5;
/** From the scale of the weights to that of log odds. */
const SHARPNESS = 6;

interface Packed {
  readonly rows: Float64Array;
  readonly count: number;
  readonly weight: number;
  /** The candidates of each right unit. */
  readonly right: readonly (readonly number[])[];
}

/**
 * Weights that make right candidates likely among all, as a softmax over each question's candidates sees it; every dataset
 * counts the same, and no weight falls below 0. Deterministic.
 */
export function fitWeights(examples: readonly Example[], start: Weights): Weights {
  const packed = pack(examples);
  const from = FEATURES.map((name) => SHARPNESS * (start[name] ?? 0));
  const weights = Float64Array.from(from);
  const mean = new Float64Array(FEATURES.length);
  const spread = new Float64Array(FEATURES.length);
  for (let round = 1; round <= ROUNDS; round++) {
    const slope = slopeOf(packed, weights);
    const step = STEP * (round > ROUNDS * 0.7 ? LAST_STEPS : 1);
    for (let at = 0; at < weights.length; at++) {
      const pull = (slope[at] as number) - HELD * ((weights[at] as number) - (from[at] as number));
      mean[at] = 0.9 * (mean[at] as number) + 0.1 * pull;
      spread[at] = 0.99 * (spread[at] as number) + 0.01 * pull * pull;
      const move =
        (mean[at] as number) / (1 - 0.9 ** round) / (Math.sqrt((spread[at] as number) / (1 - 0.99 ** round)) + 1e-8);
      weights[at] = Math.max(0, (weights[at] as number) + step * move);
    }
  }
  const scale = VECTOR_WEIGHT / (weights[FEATURES.indexOf('vector')] as number);
  return Object.fromEntries(FEATURES.map((name, at) => [name, round((weights[at] as number) * scale)]));
}

const round = (value: number): number => Number(value.toFixed(3));

function slopeOf(packed: readonly Packed[], weights: Float64Array): Float64Array {
  const size = FEATURES.length;
  const slope = new Float64Array(size);
  for (const { rows, count, weight, right } of packed) {
    const odds = new Float64Array(count);
    let most = -Infinity;
    for (let row = 0; row < count; row++) {
      let score = 0;
      for (let at = 0; at < size; at++) score += (weights[at] as number) * (rows[row * size + at] as number);
      odds[row] = score;
      most = Math.max(most, score);
    }
    let all = 0;
    for (let row = 0; row < count; row++) {
      odds[row] = Math.exp((odds[row] as number) - most);
      all += odds[row] as number;
    }
    const push = odds.map((each) => -each / all);
    for (const unit of right) {
      const inUnit = unit.reduce((sum, row) => sum + (odds[row] as number), 0);
      if (inUnit > 0)
        for (const row of unit) push[row] = (push[row] as number) + (odds[row] as number) / inUnit / right.length;
    }
    for (let row = 0; row < count; row++) {
      const by = weight * (push[row] as number);
      for (let at = 0; at < size; at++) slope[at] = (slope[at] as number) + by * (rows[row * size + at] as number);
    }
  }
  return slope;
}

/** What a dataset skips takes no part: it is neither right nor wrong. */
function pack(examples: readonly Example[]): Packed[] {
  const usable = examples.filter(
    ({ sort, gold, candidates }) =>
      sort === 'own' && candidates.some(({ unit }) => unit !== undefined && gold.includes(unit)),
  );
  const sizes = Map.groupBy(usable, ({ dataset }) => dataset);
  return usable.map(({ dataset, gold, candidates }) => {
    const counted = candidates.filter(({ unit }) => unit !== undefined);
    const byUnit = Map.groupBy(counted.keys(), (row) => counted[row]?.unit as string);
    return {
      rows: Float64Array.from(counted.flatMap(({ features }) => FEATURES.map((name) => features[name] ?? 0))),
      count: counted.length,
      weight: 1 / ((sizes.get(dataset)?.length ?? 1) * sizes.size),
      right: [...new Set(gold)].flatMap((unit) => (byUnit.has(unit) ? [byUnit.get(unit) as number[]] : [])),
    };
  });
}
