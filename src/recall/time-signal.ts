import type { Hit, MemoryFilter, StoreReader } from '../contracts/store.ts';
import type { Owner } from '../model/scope.ts';
import type { Plan } from './plan.ts';
import type { TimeWindow } from './time-window.ts';

/** People are off by days when they say when. */
const LEAST_BLUR_MS = 7 * 86_400_000;

/** 1 inside the window; outside, less with every day, and more slowly for a longer window. */
export function timeSignal(moment: Date, { from, to }: TimeWindow): number {
  const outside = Math.max(0, from.getTime() - moment.getTime(), moment.getTime() - to.getTime());
  return Math.exp(-outside / Math.max(LEAST_BLUR_MS, to.getTime() - from.getTime()));
}

/** The newest of what happened when the query says, if it does. */
export async function searchTime(
  owner: Owner,
  { time, filter }: Plan,
  { store, limit }: { readonly store: StoreReader; readonly limit: number },
): Promise<Hit[]> {
  if (time === undefined) return [];
  const within = common(time, filter.within ?? {});
  const ids = await store.rankMemories(owner, { by: 'recency', filter: { ...filter, within }, limit });
  return ids.map((memoryId) => ({ memoryId, score: 1 }));
}

const common = (
  time: TimeWindow,
  { from = time.from, to = time.to }: NonNullable<MemoryFilter['within']>,
): TimeWindow => ({
  from: from > time.from ? from : time.from,
  to: to < time.to ? to : time.to,
});
