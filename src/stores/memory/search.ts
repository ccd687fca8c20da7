import type {
  EntityQuery,
  MemoryFilter,
  MemoryMatch,
  MemoryOrder,
  MentionCount,
  MentionQuery,
  RankQuery,
  TextMatch,
  TextQuery,
  VectorQuery,
} from '../../contracts/store.ts';
import { sumOf } from '../../languages/text-score.ts';
import { happenedAt, type Memory } from '../../model/memory.ts';
import { salienceOf, salienceSum } from '../../model/salience.ts';
import type { OwnerData } from './owner-data.ts';
import { memoriesAt, memoryAt, vectorOf } from './versions.ts';

export function searchText(data: OwnerData, query: TextQuery): TextMatch[] {
  const { terms, language, filter, limit } = query;
  const matches = filter.asOf ? pastMatches(data, query, filter.asOf) : data.texts.search(terms, language);
  const candidates = [...matches].map(([memoryId, matches]) => ({ memoryId, score: sumOf(matches), matches }));
  return bestMatches(
    data,
    candidates.filter(({ score }) => score > 0),
    filter,
    limit,
  );
}

export function searchVector(data: OwnerData, { embedderId, vector, filter, limit }: VectorQuery): MemoryMatch[] {
  const candidates: MemoryMatch[] = [];
  for (const memory of memoriesAt(data, filter.asOf)) {
    const stored = vectorOf(data, memory);
    if (stored?.embedderId !== embedderId || stored.vector?.length !== vector.length) continue;
    const score = cosine(vector, stored.vector);
    if (!Number.isNaN(score)) candidates.push({ memoryId: memory.id, score });
  }
  return bestMatches(data, candidates, filter, limit);
}

export function searchEntities(data: OwnerData, { entityIds, filter, limit }: EntityQuery) {
  const wanted = new Set(entityIds);
  return memoriesAt(data, filter.asOf)
    .filter(isFindableIn(data))
    .filter((memory) => memory.entityIds.some((id) => wanted.has(id)) && matchesFilter(memory, filter))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .flatMap(({ id, entityIds }) =>
      [...new Set(entityIds)]
        .filter((entityId) => wanted.has(entityId))
        .map((entityId) => ({ memoryId: id, entityId })),
    )
    .slice(0, Math.max(0, limit));
}

export function countMentions(data: OwnerData, { entityIds, filter }: MentionQuery): MentionCount[] {
  const memories = passingMemories(data, filter);
  const passingIds = new Set<string | undefined>(memories.map(({ id }) => id));
  if (filter.projectId === undefined) passingIds.add(undefined);
  const relationships = [...data.relationships.values()].filter(({ memoryId }) => passingIds.has(memoryId));
  return [...new Set(entityIds)]
    .map((entityId) => ({
      entityId,
      memories: memories.filter((memory) => memory.entityIds.includes(entityId)).length,
      relationships: relationships.filter(({ fromId, toId }) => fromId === entityId || toId === entityId).length,
    }))
    .filter((counts) => counts.memories + counts.relationships > 0);
}

export function vectorsOf(data: OwnerData, memoryIds: readonly string[], embedderId: string) {
  return memoryIds.flatMap((memoryId) => {
    const stored = data.vectors.get(memoryId);
    const unit = stored?.embedderId === embedderId ? unitVector(stored.vector) : undefined;
    return unit ? [{ memoryId, vector: unit }] : [];
  });
}

function pastMatches(data: OwnerData, { terms, language }: TextQuery, asOf: Date): [string, number[]][] {
  const matchesIn = data.texts.matcher(terms, language);
  return memoriesAt(data, asOf).map(({ id, content }) => [id, matchesIn(content)]);
}

function unitVector(vector: Float32Array | undefined): Float32Array | undefined {
  const length = Math.hypot(...(vector ?? []));
  return Number.isFinite(length) && length > 0 ? vector?.map((value) => value / length) : undefined;
}

function bestMatches<Match extends MemoryMatch>(
  data: OwnerData,
  candidates: readonly Match[],
  filter: MemoryFilter,
  limit: number,
): Match[] {
  return candidates
    .filter(({ memoryId }) => {
      const memory = memoryAt(data, memoryId, filter.asOf);
      return memory !== undefined && isFindableIn(data)(memory) && matchesFilter(memory, filter);
    })
    .sort((a, b) => b.score - a.score || (a.memoryId < b.memoryId ? -1 : 1))
    .slice(0, Math.max(0, limit));
}

/** Neither this version nor the present one is forgotten. */
export const isFindableIn =
  ({ memories }: OwnerData) =>
  ({ id, status }: Memory): boolean =>
    status !== 'forgotten' && memories.get(id)?.status !== 'forgotten';

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

const recency = (memory: Memory): number => happenedAt(memory).getTime();

function measureOf(order: MemoryOrder): (memory: Memory) => number {
  if (order === 'recency') return recency;
  if (order === 'access') return ({ lastAccessedAt, createdAt }) => (lastAccessedAt ?? createdAt).getTime();
  if (order === 'frequency') return ({ accessCount }) => accessCount;
  if (order === 'age') return ({ createdAt }) => createdAt.getTime();
  if (order === 'change') return ({ updatedAt }) => updatedAt.getTime();
  if (order === 'importance' || order === 'confidence') return (memory) => memory[order];
  return (memory) => salienceSum(salienceOf(memory, order.salienceAt, order.weights));
}

function passingMemories(data: OwnerData, filter: MemoryFilter, withForgottenSince = false): Memory[] {
  const withForgotten = filter.statuses?.includes('forgotten');
  const isFindable = withForgottenSince ? ({ status }: Memory) => status !== 'forgotten' : isFindableIn(data);
  return memoriesAt(data, filter.asOf).filter(
    (memory) => (withForgotten || isFindable(memory)) && matchesFilter(memory, filter),
  );
}

export const countMemories = (data: OwnerData, filter: MemoryFilter): number => passingMemories(data, filter).length;

export function rankMemories(data: OwnerData, query: RankQuery): string[] {
  const { by, isAscending, withForgottenSince, filter, offset = 0, limit } = query;
  const measure = measureOf(by);
  const direction = isAscending ? -1 : 1;
  return passingMemories(data, filter, withForgottenSince)
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

const allows = <Item>(list: readonly Item[] | undefined, item: Item) => list === undefined || list.includes(item);
const equals = (wanted: string | undefined, actual: string | undefined) => wanted === undefined || wanted === actual;

/** Whether a memory passes a filter. `asOf` is ignored: pass the version of that moment. */
export function matchesFilter(memory: Memory, filter: MemoryFilter): boolean {
  const { entityIds, validAt, within, containing, idPart = '' } = filter;
  return (
    allows(filter.ids, memory.id) &&
    (memory.id.startsWith(idPart) || memory.id.endsWith(idPart)) &&
    (containing === undefined || memory.content.toLowerCase().includes(containing.toLowerCase())) &&
    allows(filter.statuses, memory.status) &&
    allows(filter.types, memory.type) &&
    allows(filter.components, memory.component) &&
    filter.exceptComponents?.includes(memory.component) !== true &&
    allows(filter.categories, memory.category) &&
    (filter.projectId === null ? memory.projectId === undefined : equals(filter.projectId, memory.projectId)) &&
    equals(filter.sessionId, memory.sessionId) &&
    (entityIds === undefined || memory.entityIds.some((id) => entityIds.includes(id))) &&
    memory.salience >= (filter.minSalience ?? 0) &&
    memory.importance >= (filter.minImportance ?? 0) &&
    (validAt === undefined || wasTrue(memory, validAt)) &&
    (filter.idle === undefined || isIdle(memory, filter.idle)) &&
    (filter.fadedUntil === undefined || memory.fadedAt === undefined || memory.fadedAt <= filter.fadedUntil) &&
    (within === undefined || isWithin(happenedAt(memory), within))
  );
}

function isIdle(memory: Memory, { since, until }: NonNullable<MemoryFilter['idle']>): boolean {
  return (since === 'update' ? memory.updatedAt : (memory.lastAccessedAt ?? memory.createdAt)) <= until;
}

function wasTrue({ validAt, invalidAt }: Memory, at: Date): boolean {
  return (validAt === undefined || validAt <= at) && (invalidAt === undefined || invalidAt > at);
}

function isWithin(at: Date, { from, to }: NonNullable<MemoryFilter['within']>): boolean {
  return (from === undefined || at >= from) && (to === undefined || at <= to);
}
