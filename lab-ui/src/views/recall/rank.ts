import type { Answer, Input } from '../../../../src/client/index.ts';

export type Explanation = Answer<'explain'>;
export type Config = Explanation['config'];
export type LeftOut = Explanation['considered'][number];
export type Item = Explanation['items'][number] & Partial<Pick<LeftOut, 'cutBy' | 'sameAs'>>;
export type Change = NonNullable<Input<'explain'>['config']>;
type Numbers = Readonly<Record<string, number>>;

/**
 * Predicts the answer under another configuration, by weights, importance, threshold, share and budget; the confidence
 * does not depend on weights. The server's answer replaces it.
 */
export function rerank(explained: Explanation, config: Config): Explanation {
  const { items, considered, confidence, mode } = explained;
  if (mode !== 'relevant') return explained;
  const all = [...items, ...considered]
    .map((item) => rescored(item, explained.config, config))
    .sort((one, other) => other.score - one.score);
  const minScore = (all[0]?.score ?? 0) > 0 ? config.minScoreShare * (all[0]?.score ?? 0) : -Infinity;
  const included: Item[] = [];
  const omitted: LeftOut[] = [];
  let tokens = 0;
  for (const item of all) {
    const cutBy = reasonToCut(item);
    if (cutBy !== undefined) omitted.push({ ...item, cutBy });
    else {
      const { cutBy: _, sameAs: _same, ...given } = item;
      included.push(given);
      tokens += item.tokens;
    }
  }
  return { ...explained, items: included, considered: omitted, tokens, config };

  function reasonToCut(item: Item): LeftOut['cutBy'] | undefined {
    if (confidence < config.threshold) return 'threshold';
    if (item.cutBy === 'duplicate') return 'duplicate';
    if (item.score < minScore) return 'share';
    if (included.length >= config.topK) return 'topK';
    return tokens + item.tokens > (config.tokenBudget ?? Infinity) ? 'budget' : undefined;
  }
}

/** The previous rank of an item; undefined if it was left out. */
export interface Move {
  readonly from: number | undefined;
  readonly isUp: boolean;
}
export type Moves = ReadonlyMap<string, Move>;

export function movesOf(before: Explanation | undefined, now: Explanation | undefined): Moves {
  const moves = new Map<string, Move>();
  if (before === undefined || now === undefined) return moves;
  const places = new Map(before.items.map(({ id }, at) => [id, at + 1]));
  for (const [at, { id }] of now.items.entries()) {
    const from = places.get(id);
    if (from !== at + 1) moves.set(id, { from, isUp: from === undefined || from > at + 1 });
  }
  for (const { id } of now.considered) if (places.has(id)) moves.set(id, { from: places.get(id), isUp: false });
  return moves;
}

/** A lower chance says little: of many items that share an answer, each is unlikely. */
const MIN_LIKELY = 0.1;

/** Items whose chance is shown. Other stages move items too, and no number may contradict the order. */
export function likelyItems(items: readonly Pick<Item, 'id' | 'confidence'>[]): ReadonlySet<string> {
  let least = 1;
  const likely = items.filter(({ confidence }) => {
    const isInOrder = confidence <= least;
    least = Math.min(least, confidence);
    return isInOrder && confidence >= MIN_LIKELY;
  });
  return new Set(likely.map(({ id }) => id));
}

/** Adds only the difference of the weights, because other stages have changed scores too. */
function rescored(item: Item, before: Config, now: Config): Item {
  const { features, breakdown, importance } = item;
  if (features === undefined) return item;
  const importanceBy = ({ importanceInfluence }: Config) => 1 - importanceInfluence * (1 - importance);
  const contributions = contributionsOf(features, now.weights);
  const adjustments = { ...breakdown.adjustments, importance: importanceBy(now) };
  const difference =
    adjusted(contributions, adjustments) - adjusted(contributionsOf(features, before.weights), breakdown.adjustments);
  return { ...item, score: item.score + difference, breakdown: { ...breakdown, contributions, adjustments } };
}

const contributionsOf = (features: Numbers, weights: Numbers): Record<string, number> =>
  Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, weight * (features[name] ?? 0)]));

function adjusted(contributions: Numbers, adjustments: Numbers): number {
  const sum = Object.values(contributions).reduce((all, each) => all + each, 0);
  const factor = Object.values(adjustments).reduce((product, each) => product * each, 1);
  return sum < 0 ? sum / Math.max(factor, 1e-6) : sum * factor;
}
