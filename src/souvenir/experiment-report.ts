import { z } from 'zod';
import type { Comparison, Cost } from '../lab/compare.ts';
import { type Memory, memorySchema } from '../model/memory.ts';
import { type RecallItem, recallItemSchema } from '../model/recall.ts';
import { type Degradation, degradationSchema } from '../model/report.ts';

const MOST_TOLD = 200;
const MOST_CHARACTERS = 500;

const count = z.int().nonnegative();
const memoryInShort = memorySchema
  .pick({ content: true, type: true, component: true, category: true, importance: true, confidence: true })
  .extend({ status: memorySchema.shape.status, createdAt: memorySchema.shape.createdAt });
const heldInShort = memoryInShort.extend({ id: memorySchema.shape.id });
const itemInShort = recallItemSchema.pick({ content: true, component: true, score: true, confidence: true });
const costSchema = z.object({ durationMs: z.number(), modelCalls: count, inputTokens: count, outputTokens: count });

/** At most 200 of each are told, and of each text its first 500 characters. */
export const experimentSchema = z.object({
  episodes: count,
  memories: z.object({
    same: count,
    gained: z.object({ count, memories: z.array(memoryInShort) }),
    lost: z.object({ count, memories: z.array(heldInShort) }),
    /** Made or corrected by hand, or from no conversation: a replay has no part in them. */
    byHand: z.object({ count, memories: z.array(heldInShort) }),
    changed: z.object({
      count,
      memories: z.array(z.object({ before: heldInShort, after: memoryInShort, fields: z.array(z.string()) })),
    }),
  }),
  queries: z.object({
    asked: count,
    /** Those that the two answer differently, with all that each answers. */
    changed: z.array(z.object({ query: z.string(), before: z.array(itemInShort), after: z.array(itemInShort) })),
  }),
  /** What consolidation took; of this memory it is not kept. */
  cost: z.object({ after: costSchema }),
  degraded: z.array(degradationSchema),
});
export type Experiment = Readonly<z.infer<typeof experimentSchema>>;

/** What each of the two answered to a query: this memory, then the second one. */
export type BothAnswers = ReadonlyMap<string, readonly (readonly RecallItem[])[]>;

interface ReplayFacts {
  readonly episodes: number;
  readonly cost: Cost;
  readonly degraded: readonly Degradation[];
  /** Ids of what no replay could make. */
  readonly byHand: ReadonlySet<string>;
}

export function experimentReport(
  { memories: { same, onlyInOne, onlyInOther, changed }, queries }: Comparison,
  answers: BothAnswers,
  { cost, byHand, ...rest }: ReplayFacts,
): Experiment {
  const unlike = queries.filter(({ isSameOrder, ...only }) => {
    return !isSameOrder || only.onlyInOne.length + only.onlyInOther.length > 0;
  });
  const listed = (held: readonly Memory[]) => ({ count: held.length, memories: held.slice(0, MOST_TOLD).map(withId) });
  return {
    episodes: rest.episodes,
    memories: {
      same,
      gained: { count: onlyInOther.length, memories: onlyInOther.slice(0, MOST_TOLD).map(inShort) },
      lost: listed(onlyInOne.filter(({ id }) => !byHand.has(id))),
      byHand: listed(onlyInOne.filter(({ id }) => byHand.has(id))),
      changed: {
        count: changed.length,
        memories: changed
          .slice(0, MOST_TOLD)
          .map(({ one, other, fields }) => ({ before: withId(one), after: inShort(other), fields: [...fields] })),
      },
    },
    queries: {
      asked: answers.size,
      changed: unlike.map(({ query }) => {
        const [before = [], after = []] = answers.get(query) ?? [];
        return { query, before: before.map(answered), after: after.map(answered) };
      }),
    },
    cost: { after: cost },
    degraded: [...rest.degraded],
  };
}

const beginningOf = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…`;

function inShort({ content, ...memory }: Memory): z.infer<typeof memoryInShort> {
  const { type, component, category, importance, confidence, status, createdAt } = memory;
  return { content: beginningOf(content), type, component, category, importance, confidence, status, createdAt };
}

const withId = (memory: Memory): z.infer<typeof heldInShort> => ({ id: memory.id, ...inShort(memory) });

const answered = ({ content, component, score, confidence }: RecallItem): z.infer<typeof itemInShort> => ({
  ...{ content: beginningOf(content), component, score, confidence },
});
