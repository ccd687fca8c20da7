import { z } from 'zod';
import { memorySchema } from '../model/memory.ts';
import {
  type RecallOptions,
  type RecallRequest,
  recallFieldsSchema,
  recallItemSchema,
  recallResultSchema,
} from '../model/recall.ts';
import { type RecallConfig, recallChangeSchema, recallConfigSchema } from './config.ts';
import type { DistinctMemory } from './dedupe.ts';
import type { Features } from './features.ts';
import { itemOf, type RecallAnswer, type RecallContext, tokenBudgetOf } from './pipeline.ts';
import type { Weights } from './rankers/rankers.ts';
import { type RatedMemory, threshold, withoutThreshold } from './threshold.ts';

const MAX_CONSIDERED = 200;

export const explainFieldsSchema = recallFieldsSchema.omit({ queryVector: true, touch: true }).extend({
  /** Overrides the agent's configuration for this call. */
  config: recallChangeSchema.optional(),
  /** `false` skips the reader: a faster answer, in the order before it is read. */
  read: z.boolean().optional(),
});
export const explainOptionsSchema = explainFieldsSchema.refine(
  ({ from, to }) => from === undefined || to === undefined || from <= to,
  { path: ['from'], error: 'is after `to`' },
);
export type ExplainOptions = Readonly<z.input<typeof explainOptionsSchema>>;

const explainedItemSchema = recallItemSchema.extend({
  /** For a ranker that is a weighted sum: the sum of feature × weight, times the adjustments, is the score before other stages change it. */
  features: z.record(z.string(), z.number()).optional(),
});

const consideredItemSchema = explainedItemSchema.extend({
  /**
   * `threshold`: the answer was not sure enough; `share`: it scored too far below the best; `duplicate`: another item says it; else there was
   * no room.
   */
  cutBy: z.enum(['threshold', 'share', 'duplicate', 'topK', 'budget']),
  /** The item, returned or considered, that says the same. */
  sameAs: memorySchema.shape.id.optional(),
});
export type ConsideredItem = Readonly<z.infer<typeof consideredItemSchema>>;

export const usedConfigSchema = recallConfigSchema.extend({
  weights: z.record(z.string(), z.number()),
  salience: z.record(z.string(), z.number()),
  tokenBudget: recallConfigSchema.shape.tokenBudget.nullable(),
});
export type UsedConfig = Readonly<z.infer<typeof usedConfigSchema>>;

export const explanationSchema = recallResultSchema.extend({
  items: z.array(explainedItemSchema),
  /** The configuration used, with the ranker's weights and the call's options; `tokenBudget` is `null` without a limit. */
  config: usedConfigSchema,
  /** Candidates that were not returned: relevant ones first, each group in the order of the answer. */
  considered: z.array(consideredItemSchema),
  /** A reader would have been asked, but the call did not allow it. */
  isUnread: z.literal(true).optional(),
});
/** A recall with the reason why each candidate was returned or not. */
export type Explanation = Readonly<z.infer<typeof explanationSchema>>;

/** Recall, with the reason why each candidate was returned or not. */
export function explanationOf(answered: RecallAnswer, options: RecallRequest, context: RecallContext): Explanation {
  const { result, fused, trimmed } = answered;
  const { weights } = fused.ranker;
  const used = usedConfig(options, context.config, weights);
  const withFeatures = <Item>(item: Item, { features }: { readonly features: Features }) => ({
    ...item,
    ...(weights !== undefined && { features: { ...features } }),
  });
  return {
    ...result,
    items: result.items.map((item, at) => withFeatures(item, trimmed.included[at]?.item as DistinctMemory)),
    config: used,
    considered: cutItemsOf(answered, used)
      .slice(0, MAX_CONSIDERED)
      .map(({ item, ...reason }) => {
        const tokens = context.tokenizer.count(item.memory.content);
        return { ...withFeatures(itemOf(item, tokens), item), ...reason };
      }),
  };
}

export function usedConfig(options: RecallOptions, config: RecallConfig, weights: Weights | undefined): UsedConfig {
  const { topK = config.topK, threshold = config.threshold, minScoreShare = config.minScoreShare } = options;
  const budget = tokenBudgetOf(options, config);
  return {
    ...{ ...config, topK, threshold, minScoreShare },
    tokenBudget: budget === Infinity ? null : budget,
    weights: { ...weights, ...config.weights },
  };
}

interface CutItem extends Pick<ConsideredItem, 'cutBy' | 'sameAs'> {
  readonly item: DistinctMemory;
}

function cutItemsOf(
  { result, fused, judged, arranged, finalItems: weighed, trimmed }: RecallAnswer,
  { topK }: { topK: number },
): CutItem[] {
  const included = new Set(trimmed.included.map(({ item }) => item));
  const lastIncluded = weighed.findLastIndex((item) => included.has(item));
  const isFull = included.size === topK;
  const overTrim = new Map(
    weighed.flatMap((item, at): [string, CutItem][] =>
      included.has(item) ? [] : [[item.memory.id, { item, cutBy: isFull && at > lastIncluded ? 'topK' : 'budget' }]],
    ),
  );
  const shownIdOf = new Map(weighed.flatMap(({ memory, folded }) => folded.map(({ id }) => [id, memory.id] as const)));
  const relevant = arranged.flatMap((item): CutItem[] => {
    const { id } = item.memory;
    const sameAs = shownIdOf.get(id);
    if (sameAs !== undefined) return [{ item: withoutFolded(item), cutBy: 'duplicate', sameAs }];
    return [overTrim.get(id) ?? []].flat();
  });
  const passed = new Set(arranged.map(({ memory }) => memory.id));
  const cutBy = judged.relevant.length === 0 ? 'threshold' : 'share';
  // With a threshold of 0 every item gets a confidence.
  const all = result.candidates.listed > 0 ? withoutThreshold(fused) : threshold(fused, 0, 0);
  const below = [...all.relevant, ...all.lagging].filter(({ memory }) => !passed.has(memory.id));
  return [...relevant, ...below.map((item): CutItem => ({ item: withoutFolded(item), cutBy }))];
}

const withoutFolded = (item: RatedMemory): DistinctMemory => ({ ...item, folded: [] });
