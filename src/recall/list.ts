import type { MemoryOrder, StoreReader } from '../contracts/store.ts';
import type { SalienceWeights } from '../model/salience.ts';
import type { Owner } from '../model/scope.ts';
import { type Gathered, SILENT } from './gather.ts';
import type { Plan } from './plan.ts';

export interface ListContext {
  readonly store: StoreReader;
  readonly salience: SalienceWeights;
  readonly limit: number;
}

/** Candidates without a query. Nothing else could answer for a read that fails, so its failure is the answer. */
export async function list(owner: Owner, plan: Plan, { store, salience, limit }: ListContext): Promise<Gathered> {
  const by = orderOf(plan, salience);
  const ids = await store.rankMemories(owner, { by, filter: plan.filter, limit });
  const memories = await store.getMemories(owner, ids);
  return {
    candidates: memories.map((memory) => ({ memory, signals: SILENT, matches: [] })),
    found: { ...SILENT, listed: memories.length },
    degraded: [],
  };
}

function orderOf({ mode, at }: Plan, weights: SalienceWeights): MemoryOrder {
  if (mode === 'important') return { salienceAt: at, weights };
  return mode === 'frequent' ? 'frequency' : 'recency';
}
