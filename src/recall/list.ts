import type { MemoryOrder, StoreReader } from '../contracts/store.ts';
import type { SalienceWeights } from '../model/salience.ts';
import { type Gathered, NOTHING, SILENT } from './gather.ts';
import type { Plan } from './plan.ts';
import { filteredTo, type Space } from './space.ts';

export interface ListContext {
  readonly store: StoreReader;
  readonly salience: SalienceWeights;
  readonly limit: number;
}

/** Candidates without a query. Nothing else could answer for a read that fails, so its failure is the answer. */
export async function list(
  places: readonly { readonly space: Space; readonly plan: Plan }[],
  { store, salience, limit }: ListContext,
): Promise<Gathered> {
  const listed = await Promise.all(
    places.map(async ({ space, plan }) => {
      const filter = filteredTo(plan.filter, space);
      const ids = await store.rankMemories(space.owner, { by: orderOf(plan, salience), filter, limit });
      return store.getMemories(space.owner, ids, filter.asOf);
    }),
  );
  const memories = listed.flat();
  return {
    ...NOTHING,
    candidates: memories.map((memory) => ({ memory, signals: SILENT, matches: [] })),
    found: { ...SILENT, listed: memories.length },
  };
}

function orderOf({ mode, at }: Plan, weights: SalienceWeights): MemoryOrder {
  if (mode === 'important') return { salienceAt: at, weights };
  const orders = { frequent: 'frequency', changed: 'change', certain: 'confidence' } as const;
  return mode in orders ? orders[mode as keyof typeof orders] : 'recency';
}
