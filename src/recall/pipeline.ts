import type { Clock } from '../contracts/clock.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Store } from '../contracts/store.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import type { RecallItem, RecallOptions, RecallResult } from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import type { Owner } from '../model/scope.ts';
import type { RecallConfig } from './config.ts';
import { fuse, relevance, type Scored } from './fuse.ts';
import { gather } from './gather.ts';
import { plan } from './plan.ts';
import { dedupe, threshold, trim } from './select.ts';

export interface RecallContext {
  readonly store: Store;
  readonly embedder: Embedder | undefined;
  readonly tokenizer: Tokenizer;
  readonly clock: Clock;
  readonly config: RecallConfig;
}

/** One query over everything the owner holds: plan, gather, fuse, threshold, dedupe, trim. */
export async function recall(
  query: string,
  owner: Owner,
  options: RecallOptions,
  context: RecallContext,
): Promise<RecallResult> {
  const { store, embedder, tokenizer, config } = context;
  const timingsMs: Record<string, number> = {};
  const begun = performance.now();
  const measure = async <Result>(stage: string, work: () => Result | Promise<Result>): Promise<Result> => {
    const started = performance.now();
    const result = await work();
    timingsMs[stage] = performance.now() - started;
    return result;
  };
  const planned = await measure('plan', () => plan(query, options, context.clock.now()));
  const gathered = await measure('gather', () =>
    gather(owner, planned, {
      ...{ store, embedder, queryVector: options.queryVector, limit: config.candidates },
      relevance: (signals) => relevance(signals, config),
    }),
  );
  const fused = await measure('fuse', () => fuse(gathered.candidates, planned.query, config, planned.at));
  const budget = tokenBudgetOf(options, config);
  const { relevant, distinct, trimmed } = await measure('select', () => {
    const relevant = threshold(fused, options.threshold ?? config.threshold);
    const distinct = dedupe(relevant);
    return { relevant, distinct, trimmed: trim(distinct, options.topK ?? config.topK, budget, tokenizer) };
  });

  const items = trimmed.kept.map(({ scored, tokens }) => itemOf(scored, tokens));
  const reason = items.length > 0 ? undefined : silence(gathered.candidates.length, relevant.length);
  timingsMs['total'] = performance.now() - begun;
  return {
    query,
    items,
    tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
    ...(reason !== undefined && { reason }),
    candidates: gathered.found,
    cut: {
      belowThreshold: fused.length - relevant.length,
      duplicates: relevant.length - distinct.length,
      overTopK: trimmed.overTopK,
      overBudget: trimmed.overBudget,
    },
    timingsMs,
    degraded: [...gathered.degraded, ...(await unembedded(owner, context))],
  };
}

/** The call's own, where it says; `null` there means no limit. */
export const tokenBudgetOf = ({ tokenBudget }: RecallOptions, config: RecallConfig): number =>
  tokenBudget === undefined ? config.tokenBudget : (tokenBudget ?? Infinity);

function silence(candidates: number, relevant: number): string {
  if (candidates === 0) return 'no memory matches the query';
  return relevant === 0 ? 'no memory is relevant enough' : 'no relevant memory fits the token budget';
}

async function unembedded(owner: Owner, { store, embedder }: RecallContext): Promise<Degradation[]> {
  const waiting = embedder === undefined ? 0 : await store.countUnembedded(owner, embedder.id);
  return waiting === 0 ? [] : [{ part: 'vector', reason: `${waiting} memories wait to be embedded` }];
}

function itemOf({ memory, score, breakdown }: Scored, tokens: number): RecallItem {
  const { id, content, type, component, category, importance, provenance, createdAt } = memory;
  const { validAt, sessionId, projectId } = memory;
  return {
    ...{ id, content, type, component, category, importance, provenance, createdAt },
    ...(validAt !== undefined && { validAt }),
    ...(sessionId !== undefined && { sessionId }),
    ...(projectId !== undefined && { projectId }),
    score,
    tokens,
    breakdown,
  };
}
