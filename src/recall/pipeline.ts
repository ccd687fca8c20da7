import type { Clock } from '../contracts/clock.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Store } from '../contracts/store.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import type { RecallItem, RecallOptions, RecallResult } from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import type { Owner } from '../model/scope.ts';
import { arrange } from './arrange.ts';
import type { RecallConfig } from './config.ts';
import { type Distinct, dedupe } from './dedupe.ts';
import { fuse, relevance } from './fuse.ts';
import { type Gathered, gather } from './gather.ts';
import { list } from './list.ts';
import { type Plan, plan, withEntities } from './plan.ts';
import { threshold } from './threshold.ts';
import { trim } from './trim.ts';

export interface RecallContext {
  readonly store: Store;
  readonly embedder: Embedder | undefined;
  readonly tokenizer: Tokenizer;
  readonly clock: Clock;
  readonly config: RecallConfig;
}

/** One query over everything the owner holds: plan, gather, fuse, threshold, arrange, dedupe, trim. */
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
  const topK = options.topK ?? config.topK;
  const planned = await measure('plan', () =>
    withEntities(plan(query, options, context.clock.now()), owner, options, store),
  );
  const { isListing } = planned;
  const gathered = await measure('gather', () =>
    isListing
      ? list(owner, planned, { store, salience: config.salience, limit: Math.max(config.candidates, topK) })
      : gather(owner, planned, {
          ...{ store, embedder, queryVector: options.queryVector, limit: config.candidates },
          relevance: (signals) => relevance(signals, config),
        }),
  );
  const fused = await measure('fuse', () => fuse(gathered.candidates, planned.query, config, planned.at));
  const budget = tokenBudgetOf(options, config);
  const relevant = await measure('threshold', () =>
    isListing ? fused : threshold(fused, options.threshold ?? config.threshold),
  );
  const arranged = await measure('arrange', () => arrange(relevant, planned, config.salience));
  const distinct = await measure('dedupe', () => dedupe(arranged));
  const trimmed = await measure('trim', () => trim(distinct, topK, budget, tokenizer));

  const items = trimmed.kept.map(({ item, tokens }) => itemOf(item, tokens));
  const reason = items.length > 0 ? undefined : silence(planned, gathered.candidates.length, relevant.length);
  timingsMs['total'] = performance.now() - begun;
  return {
    query,
    mode: planned.mode,
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
    degraded: [
      ...gathered.degraded,
      ...(isListing ? [] : [...unmatchedVector(options, gathered), ...(await unembedded(owner, context))]),
    ],
  };
}

/** The call's own, where it says; `null` there means no limit. */
export const tokenBudgetOf = ({ tokenBudget }: RecallOptions, config: RecallConfig): number =>
  tokenBudget === undefined ? config.tokenBudget : (tokenBudget ?? Infinity);

function silence({ isListing }: Plan, candidates: number, relevant: number): string {
  if (candidates === 0 && isListing) return 'no memory passes the filters';
  if (candidates === 0) return 'no memory matches the query';
  return relevant === 0 ? 'no memory is relevant enough' : 'no relevant memory fits the token budget';
}

/** A vector is only compared with those of its length, so one of another length finds nothing, where other signals do. */
function unmatchedVector({ queryVector }: RecallOptions, { candidates, found }: Gathered): Degradation[] {
  if (queryVector === undefined || found.vector > 0 || candidates.length === 0) return [];
  return [{ part: 'vector', reason: `no memory found has a vector of ${queryVector.length} dimensions` }];
}

async function unembedded(owner: Owner, { store, embedder }: RecallContext): Promise<Degradation[]> {
  const waiting = embedder === undefined ? 0 : await store.countUnembedded(owner, embedder.id);
  return waiting === 0 ? [] : [{ part: 'vector', reason: `${waiting} memories wait to be embedded` }];
}

function itemOf({ memory, score, breakdown, folded }: Distinct, tokens: number): RecallItem {
  const { id, content, type, component, category, importance, provenance, createdAt } = memory;
  const { validAt, sessionId, projectId } = memory;
  return {
    ...{ id, content, type, component, category, importance, provenance, createdAt },
    ...(validAt !== undefined && { validAt }),
    ...(sessionId !== undefined && { sessionId }),
    ...(projectId !== undefined && { projectId }),
    ...(folded.length > 0 && { alsoIn: folded.map(({ id, component }) => ({ id, component })) }),
    score,
    tokens,
    breakdown,
  };
}
