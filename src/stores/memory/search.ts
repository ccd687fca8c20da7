import type { EntityQuery, Hit, MemoryFilter, TextHit, TextQuery, VectorQuery } from '../../contracts/store.ts';
import { sumOf } from '../../language/text-score.ts';
import { matchesFilter } from './matches-filter.ts';
import type { OwnerData } from './owner-data.ts';

export function searchText(data: OwnerData, { terms, filter, limit }: TextQuery): TextHit[] {
  const found = [...data.texts.search(terms)].map(([memoryId, matches]) => ({
    memoryId,
    score: sumOf(matches),
    matches,
  }));
  return bestHits(data, found, filter, limit);
}

export function searchVector(data: OwnerData, { embedderId, vector, filter, limit }: VectorQuery): Hit[] {
  const found: Hit[] = [];
  for (const [id, candidate] of data.vectors) {
    if (candidate.embedderId !== embedderId || candidate.vector?.length !== vector.length) continue;
    const score = cosine(vector, candidate.vector);
    if (!Number.isNaN(score)) found.push({ memoryId: id, score });
  }
  return bestHits(data, found, filter, limit);
}

export function searchEntities(data: OwnerData, { entityIds, filter, limit }: EntityQuery) {
  const wanted = new Set(entityIds);
  return [...data.memories.values()]
    .filter(({ status }) => status !== 'forgotten')
    .filter((memory) => memory.entityIds.some((id) => wanted.has(id)) && matchesFilter(memory, filter))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .flatMap(({ id, entityIds }) =>
      [...new Set(entityIds)]
        .filter((entityId) => wanted.has(entityId))
        .map((entityId) => ({ memoryId: id, entityId })),
    )
    .slice(0, Math.max(0, limit));
}

function bestHits<Found extends Hit>(
  data: OwnerData,
  found: readonly Found[],
  filter: MemoryFilter,
  limit: number,
): Found[] {
  return found
    .filter(({ memoryId }) => {
      const memory = data.memories.get(memoryId);
      return memory !== undefined && matchesFilter(memory, filter);
    })
    .sort((a, b) => b.score - a.score || (a.memoryId < b.memoryId ? -1 : 1))
    .slice(0, Math.max(0, limit));
}

function cosine(a: Float32Array, b: Float32Array): number {
  let product = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (let index = 0; index < a.length; index++) {
    const x = a[index] as number;
    const y = b[index] as number;
    product += x * y;
    lengthA += x * x;
    lengthB += y * y;
  }
  return product / Math.sqrt(lengthA * lengthB);
}
