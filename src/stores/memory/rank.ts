import type { MemoryOrder, RankQuery } from '../../contracts/store.ts';
import { happenedAt, type Memory } from '../../model/memory.ts';
import { salienceOf, salienceSum } from '../../model/salience.ts';
import { matchesFilter } from './matches-filter.ts';
import type { OwnerData } from './owner-data.ts';

const recency = (memory: Memory): number => happenedAt(memory).getTime();

function measureOf(order: MemoryOrder): (memory: Memory) => number {
  if (order === 'recency') return recency;
  if (order === 'frequency') return ({ accessCount }) => accessCount;
  return (memory) => salienceSum(salienceOf(memory, order.salienceAt, order.weights));
}

export function rankMemories(data: OwnerData, { by, filter, limit }: RankQuery): string[] {
  const measure = measureOf(by);
  return [...data.memories.values()]
    .filter((memory) => memory.status !== 'forgotten' && matchesFilter(memory, filter))
    .map((memory) => ({ memory, measure: measure(memory) }))
    .sort(
      (a, b) => b.measure - a.measure || recency(b.memory) - recency(a.memory) || (a.memory.id < b.memory.id ? -1 : 1),
    )
    .slice(0, Math.max(0, limit))
    .map(({ memory }) => memory.id);
}
