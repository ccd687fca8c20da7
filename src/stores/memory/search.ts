import type { EntityQuery, Hit, MemoryFilter, TextHit, TextQuery, VectorQuery } from '../../contracts/store.ts';
import { sumOf } from '../../text/text-score.ts';
import { matchesFilter } from './matches-filter.ts';
import type { OwnerData } from './owner-data.ts';
import { memoriesAt, memoryAt, vectorOf } from './versions.ts';

export function searchText(data: OwnerData, { terms, filter, limit }: TextQuery): TextHit[] {
  const matches = filter.asOf ? pastMatches(data, terms, filter.asOf) : data.texts.search(terms);
  const found = [...matches].map(([memoryId, matches]) => ({ memoryId, score: sumOf(matches), matches }));
  return bestHits(
    data,
    found.filter(({ score }) => score > 0),
    filter,
    limit,
  );
}

export function searchVector(data: OwnerData, { embedderId, vector, filter, limit }: VectorQuery): Hit[] {
  const found: Hit[] = [];
  for (const memory of memoriesAt(data, filter.asOf)) {
    const candidate = vectorOf(data, memory);
    if (candidate?.embedderId !== embedderId || candidate.vector?.length !== vector.length) continue;
    const score = cosine(vector, candidate.vector);
    if (!Number.isNaN(score)) found.push({ memoryId: memory.id, score });
  }
  return bestHits(data, found, filter, limit);
}

export function searchEntities(data: OwnerData, { entityIds, filter, limit }: EntityQuery) {
  const wanted = new Set(entityIds);
  return memoriesAt(data, filter.asOf)
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

export function vectorsOf(data: OwnerData, memoryIds: readonly string[], embedderId: string) {
  return memoryIds.flatMap((memoryId) => {
    const kept = data.vectors.get(memoryId);
    const unit = kept?.embedderId === embedderId ? unitVector(kept.vector) : undefined;
    return unit ? [{ memoryId, vector: unit }] : [];
  });
}

function pastMatches(data: OwnerData, terms: readonly string[], asOf: Date): [string, number[]][] {
  const matchesIn = data.texts.matcher(terms);
  return memoriesAt(data, asOf).map(({ id, content }) => [id, matchesIn(content)]);
}

function unitVector(vector: Float32Array | undefined): Float32Array | undefined {
  const length = Math.hypot(...(vector ?? []));
  return Number.isFinite(length) && length > 0 ? vector?.map((value) => value / length) : undefined;
}

function bestHits<Found extends Hit>(
  data: OwnerData,
  found: readonly Found[],
  filter: MemoryFilter,
  limit: number,
): Found[] {
  return found
    .filter(({ memoryId }) => {
      const memory = memoryAt(data, memoryId, filter.asOf);
      return memory !== undefined && memory.status !== 'forgotten' && matchesFilter(memory, filter);
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
