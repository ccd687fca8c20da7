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

/** At most 200 of each are told, and of each text its first 500 characters. */
export const experimentSchema = z.object({
  episodes: count,
  memories: z.object({
    same: count,
    gained: z.object({ count, memories: z.array(memorySummarySchema) }),
    lost: z.object({ count, memories: z.array(storedSummarySchema) }),
    /** Made or corrected by hand, or from no conversation: a replay has no part in them. */
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
    /** Those that the two answer differently, with all that each answers. */
    changed: z.array(
      z.object({ query: z.string(), before: z.array(itemSummarySchema), after: z.array(itemSummarySchema) }),
    ),
  }),
  /** What consolidation took; of this memory it is not kept. */
  cost: z.object({ after: costSchema }),
  degraded: z.array(degradationSchema),
});
export type Experiment = Readonly<z.infer<typeof experimentSchema>>;

/** What each of the two answered to a query: this memory, then the second one. */
export type AnswersByQuery = ReadonlyMap<string, readonly (readonly RecallItem[])[]>;

interface ReplayFacts {
  readonly episodes: number;
  readonly cost: Cost;
  readonly degraded: readonly Degradation[];
  /** Ids of what no replay could make. */
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
