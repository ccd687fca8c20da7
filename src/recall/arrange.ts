import type { Tokenizer } from '../contracts/tokenizer.ts';
import { happenedAt, type Memory } from '../model/memory.ts';
import {
  frequencyScore,
  recencyScore,
  type Salience,
  type SalienceWeights,
  salienceOf,
  salienceSum,
} from '../model/salience.ts';
import { isYieldDue, yieldToEventLoop } from '../yield-to-event-loop.ts';
import type { Plan } from './plan.ts';
import type { RatedMemory } from './threshold.ts';

const TIE_BREAK_WEIGHT = 1e-6;

interface OrderKey {
  /** Unlike `score`, it may have no upper bound. */
  readonly sortValue: number;
  readonly score: number;
  readonly salience?: Salience;
}

/** Sorts memories in the order of the mode, which also sets their `score`. */
export function arrange(scored: readonly RatedMemory[], plan: Plan, weights: SalienceWeights): readonly RatedMemory[] {
  const orderKey = orderKeyFor(scored, plan, weights);
  if (orderKey === undefined) return scored;
  return scored
    .map((item) => ({ item, ...orderKey(item) }))
    .sort((a, b) => b.sortValue - a.sortValue || newestFirst(a.item.memory, b.item.memory))
    .map(({ item, score, salience }) => ({
      ...item,
      score,
      breakdown: { ...item.breakdown, ...(salience !== undefined && { salience }) },
    }));
}

function orderKeyFor(
  scored: readonly RatedMemory[],
  { mode, isListing, at }: Plan,
  weights: SalienceWeights,
): ((item: RatedMemory) => OrderKey) | undefined {
  if (mode === 'frequent')
    return ({ memory: { accessCount } }) => ({
      sortValue: accessCount,
      score: frequencyScore(accessCount, weights.manyAccesses),
    });
  if (mode === 'important') {
    const isMeaningKnown = scored.some(({ breakdown }) => breakdown.signals.vector !== 0);
    return ({ memory, breakdown: { signals } }) => {
      const salience = salienceOf(memory, at, weights, isMeaningKnown ? signals.vector : undefined);
      const score = salienceSum(salience);
      return { sortValue: score, score, salience };
    };
  }
  // A turn is certain only in that it was said, so facts come first.
  if (mode === 'certain')
    return ({ memory: { confidence, type }, score }) => ({
      sortValue: confidence - (type === 'episodic' ? 1 : 0) + (isListing ? 0 : TIE_BREAK_WEIGHT * score),
      score: confidence,
    });
  const byMoment = (moment: Date) => ({
    sortValue: moment.getTime(),
    score: recencyScore(moment, at, weights.halfLifeDays),
  });
  if (mode === 'changed') return ({ memory: { updatedAt } }) => byMoment(updatedAt);
  if (mode === 'recent') return ({ memory: { lastAccessedAt, createdAt } }) => byMoment(lastAccessedAt ?? createdAt);
  if (mode === 'temporal' && isListing) return ({ memory }) => byMoment(happenedAt(memory));
  return undefined;
}

const newestFirst = (a: Memory, b: Memory): number =>
  happenedAt(b).getTime() - happenedAt(a).getTime() || (a.id < b.id ? -1 : 1);

export interface Trimmed<Item> {
  readonly included: readonly { readonly item: Item; readonly tokens: number }[];
  readonly overTopK: number;
  readonly overBudget: number;
}

/** Applies without a budget too, so that no answer exhausts the memory of a caller. */
const MAX_TOKENS = 1_000_000;

/** At most `topK` whole items within the budget; an item too large is skipped, and smaller ones after it may still fit. */
export async function trim<Item extends { readonly memory: Pick<Memory, 'content'> }>(
  items: readonly Item[],
  topK: number,
  budget: number,
  tokenizer: Tokenizer,
): Promise<Trimmed<Item>> {
  const included: { item: Item; tokens: number }[] = [];
  let room = Math.min(budget, MAX_TOKENS);
  let overBudget = 0;
  for (const item of items) {
    if (included.length === topK) break;
    if (isYieldDue()) await yieldToEventLoop();
    const tokens = tokenizer.count(item.memory.content);
    if (tokens > room) {
      overBudget++;
      continue;
    }
    room -= tokens;
    included.push({ item, tokens });
  }
  return { included, overTopK: items.length - included.length - overBudget, overBudget };
}
