import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Dataset } from '../dataset.ts';
import { runTrials } from '../run/trial.ts';
import { UNANSWERABLE } from '../score/outcome.ts';
import { outcomesOf } from '../score/rankings.ts';
import type { Question, Trial } from '../trial-data.ts';

const beliefSchema = z.object({
  _id: z.string(),
  canonical_name: z.string(),
  aliases: z.array(z.string()).default([]),
  content: z.string(),
  scope: z.array(z.string()),
  created_at: z.string(),
});
const ids = z.array(z.string());
const caseSchema = z.object({
  caseId: z.string(),
  scope: ids,
  query: z.string(),
  expect: z.object({ relevantBeliefs: z.object({ shouldOnlyInclude: ids.optional() }).optional() }),
});
const EVERYWHERE = 'user:universal';

/** Beliefs about a user under several scopes: find the relevant ones and nothing else; pinned and persona rules are not measured. */
export const precisionmembench: Dataset = async (context) => {
  const answered = await runTrials(readPrecisionmembench(join(context.folder, 'precisionmembench')), context);
  const { souvenir, keyword } = outcomesOf(answered);
  return {
    n: answered.length,
    outcomes: {
      keyword,
      souvenir: souvenir.map((outcome, at) => {
        const { answer, question } = answered[at] as (typeof answered)[number];
        const isRight = answer.items.map(({ provenance }) =>
          provenance.turnIds.some((id) => question.gold.includes(id)),
        );
        const precision = [isRight.filter(Boolean).length, isRight.length] as const;
        return question.unanswerable === undefined
          ? { ...outcome, scores: { ...outcome.scores, relevant: precision } }
          : outcome;
      }),
    },
  };
};

/** Cases of the same scopes ask one memory: the beliefs of these scopes and of every scope, each under its name and aliases. */
export function readPrecisionmembench(folder: string): Trial[] {
  const inside = existsSync(join(folder, 'fixtures')) ? join(folder, 'fixtures') : folder;
  const json = (name: string): unknown => JSON.parse(readFileSync(join(inside, name), 'utf8'));
  const beliefs = z.array(beliefSchema).parse(json('beliefs.seed.json'));
  const cases = z.array(caseSchema).parse(json('retrieval.cases.json'));
  return [...Map.groupBy(cases, ({ scope }) => scope.join(' and '))].map(([name, asked]) => {
    const scopes = new Set([EVERYWHERE, ...(asked[0]?.scope ?? [])]);
    return {
      name,
      sessions: beliefs
        .filter(({ scope }) => scope.some((each) => scopes.has(each)))
        .sort((a, b) => a.created_at.localeCompare(b.created_at))
        .map(({ _id, canonical_name, aliases, content, created_at }) => ({
          id: _id,
          startsAt: new Date(created_at),
          turns: [{ unit: _id, content: `${[canonical_name, ...aliases].join(', ')}: ${content}` }],
        })),
      questions: asked.flatMap(({ caseId, query, expect }): Question[] => {
        const gold = expect.relevantBeliefs?.shouldOnlyInclude;
        if (gold === undefined) return [];
        return [{ text: query, gold, group: caseId, ...(gold.length === 0 && { unanswerable: UNANSWERABLE }) }];
      }),
    };
  });
}
