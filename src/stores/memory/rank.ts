import type { MemoryOrder, RankQuery } from '../../contracts/store.ts';
import { happenedAt, type Memory } from '../../model/memory.ts';
import { salienceOf, salienceSum } from '../../model/salience.ts';
import { matchesFilter } from './matches-filter.ts';
import type { OwnerData } from './owner-data.ts';
import { memoriesAt } from './versions.ts';

const recency = (memory: Memory): number => happenedAt(memory).getTime();

function measureOf(order: MemoryOrder): (memory: Memory) => number {
  if (order === 'recency') return recency;
  if (order === 'frequency') return ({ accessCount }) => accessCount;
  if (order === 'age') return ({ createdAt }) => createdAt.getTime();
  if (order === 'change') return ({ updatedAt }) => updatedAt.getTime();
  if (order === 'importance' || order === 'confidence') return (memory) => memory[order];
  return (memory) => salienceSum(salienceOf(memory, order.salienceAt, order.weights));
}

export function rankMemories(data: OwnerData, { by, isAscending, filter, offset = 0, limit }: RankQuery): string[] {
  const measure = measureOf(by);
  const direction = isAscending ? -1 : 1;
  const withForgotten = filter.statuses?.includes('forgotten');
  return memoriesAt(data, filter.asOf)
    .filter((memory) => (withForgotten || memory.status !== 'forgotten') && matchesFilter(memory, filter))
    .map((memory) => ({ memory, measure: measure(memory) }))
    .sort(
      (a, b) =>
        direction * (b.measure - a.measure) ||
        recency(b.memory) - recency(a.memory) ||
        (a.memory.id < b.memory.id ? -1 : 1),
    )
    .slice(offset, offset + Math.max(0, limit))
    .map(({ memory }) => memory.id);
}
