import { z } from 'zod';
import type { Comparison, Cost } from '../lab/compare.ts';
import { type Memory, memorySchema } from '../model/memory.ts';
import { type RecallItem, recallItemSchema } from '../model/recall.ts';
import { type Degradation, degradationSchema } from '../model/report.ts';

const MAX_LISTED = 200;
const MAX_CHARS = 500;

const count = z.int().nonnegative();
const memorySummarySchema = memorySchema
  .pick({ content: true, type: true, component: true, category: true, importance: true, confidence: true })
  .extend({ status: memorySchema.shape.status, createdAt: memorySchema.shape.createdAt });
const storedSummarySchema = memorySummarySchema.extend({ id: memorySchema.shape.id });
const itemSummarySchema = recallItemSchema.pick({ content: true, component: true, score: true, confidence: true });
const costSchema = z.object({ durationMs: z.number(), modelCalls: count, inputTokens: count, outputTokens: count });

export const experimentSchema = z.object({
  episodes: count,
  memories: z.object({
    same: count,
    gained: z.object({ count, memories: z.array(memorySummarySchema) }),
    lost: z.object({ count, memories: z.array(storedSummarySchema) }),
    /** Memories made or corrected by hand, or without a conversation, which a replay cannot make. */
    byHand: z.object({ count, memories: z.array(storedSummarySchema) }),
    changed: z.object({
      count,
      memories: z.array(
        z.object({ before: storedSummarySchema, after: memorySummarySchema, fields: z.array(z.string()) }),
      ),
    }),
  }),
  queries: z.object({
    asked: count,
    /** Queries that the two memories answer differently, with both answers. */
    changed: z.array(
      z.object({ query: z.string(), before: z.array(itemSummarySchema), after: z.array(itemSummarySchema) }),
    ),
  }),
  /** The cost of the replay's consolidation; the cost of this memory's own is not stored. */
  cost: z.object({ after: costSchema }),
  degraded: z.array(degradationSchema),
});
/** How memories and answers differ under another configuration. Lists at most 200 of each kind, and the first 500 characters of each text. */
export type Experiment = Readonly<z.infer<typeof experimentSchema>>;

/** For each query the answer of this memory, then of the second one. */
export type AnswersByQuery = ReadonlyMap<string, readonly (readonly RecallItem[])[]>;

interface ReplayFacts {
  readonly episodes: number;
  readonly cost: Cost;
  readonly degraded: readonly Degradation[];
  readonly byHand: ReadonlySet<string>;
}

export function experimentReport(
  { memories: { same, onlyInOne, onlyInOther, changed }, queries }: Comparison,
  answers: AnswersByQuery,
  { cost, byHand, ...rest }: ReplayFacts,
): Experiment {
  const changedQueries = queries.filter(({ isSameOrder, ...only }) => {
    return !isSameOrder || only.onlyInOne.length + only.onlyInOther.length > 0;
  });
  const listed = (memories: readonly Memory[]) => ({
    count: memories.length,
    memories: memories.slice(0, MAX_LISTED).map(summariseStored),
  });
  return {
    episodes: rest.episodes,
    memories: {
      same,
      gained: { count: onlyInOther.length, memories: onlyInOther.slice(0, MAX_LISTED).map(summariseMemory) },
      lost: listed(onlyInOne.filter(({ id }) => !byHand.has(id))),
      byHand: listed(onlyInOne.filter(({ id }) => byHand.has(id))),
      changed: {
        count: changed.length,
        memories: changed.slice(0, MAX_LISTED).map(({ one, other, fields }) => ({
          before: summariseStored(one),
          after: summariseMemory(other),
          fields: [...fields],
        })),
      },
    },
    queries: {
      asked: answers.size,
      changed: changedQueries.map(({ query }) => {
        const [before = [], after = []] = answers.get(query) ?? [];
        return { query, before: before.map(summariseItem), after: after.map(summariseItem) };
      }),
    },
    cost: { after: cost },
    degraded: [...rest.degraded],
  };
}

const beginningOf = (text: string): string =>
  text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS).toWellFormed()}…`;

function summariseMemory({ content, ...memory }: Memory): z.infer<typeof memorySummarySchema> {
  const { type, component, category, importance, confidence, status, createdAt } = memory;
  return { content: beginningOf(content), type, component, category, importance, confidence, status, createdAt };
}

const summariseStored = (memory: Memory): z.infer<typeof storedSummarySchema> => ({
  id: memory.id,
  ...summariseMemory(memory),
});

const summariseItem = ({ content, component, score, confidence }: RecallItem): z.infer<typeof itemSummarySchema> => ({
  ...{ content: beginningOf(content), component, score, confidence },
});
