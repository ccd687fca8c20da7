import type { z } from 'zod';
import type { Memory } from '../model/memory.ts';
import type { RecallItem } from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import type { Experiment, itemSummarySchema, memorySummarySchema, storedSummarySchema } from '../souvenir/trials.ts';
import type { Comparison, Cost } from './compare.ts';

const MAX_LISTED = 200;
const MAX_CHARS = 500;

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
