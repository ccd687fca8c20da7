import type { MemoryFilter, MemoryMatch, StoreReader } from '../contracts/store.ts';
import { DAY_MS } from '../model/day.ts';
import type { Relationship } from '../model/graph.ts';
import type { Owner } from '../model/scope.ts';
import type { Plan, TimeWindow } from './plan.ts';

interface SignalSearch {
  readonly store: StoreReader;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** An entity with so many mentions or relationships counts about half as much as one with a single one. */
const HUB_SIZE = 10;
/** Only the strongest are followed: the relationships of a hub lead everywhere. */
const MAX_ENTITIES = 16;
/** More than are followed, because some have ended. */
const MAX_RELATIONSHIPS = 4 * MAX_ENTITIES;

export const hubDamping = (count: number): number => HUB_SIZE / (HUB_SIZE + Math.max(0, count - 1));

/** 1 for a mention of a named entity, the relationship's confidence for a related one. Searched one by one, or a hub would fill the limit. */
export async function searchEntities(
  owner: Owner,
  { names, filter }: Plan,
  { store, limit, signal }: SignalSearch,
): Promise<MemoryMatch[]> {
  const named = (await store.matchEntities(owner, names)).map(({ id }) => id);
  if (named.length === 0) return [];
  const relationships = await store.relationshipsOf(owner, named);
  const strengths = strengthsOf(named, relationships, await currentAmong(relationships, owner, filter, store));
  const strongest = [...strengths].sort(([, a], [, b]) => b - a).slice(0, MAX_ENTITIES);
  const mentionsByEntity = await Promise.all(
    strongest.map(async ([entityId, strength]) => {
      const mentions = await store.searchEntities(owner, { entityIds: [entityId], filter, limit, signal });
      return { mentions, strength: strength * hubDamping(mentions.length) };
    }),
  );
  const best = new Map<string, number>();
  for (const { mentions, strength } of mentionsByEntity)
    for (const { memoryId } of mentions) best.set(memoryId, Math.max(best.get(memoryId) ?? 0, strength));
  return [...best].map(([memoryId, score]) => ({ memoryId, score }));
}

/** The strongest relationships that hold: a relationship ends with the memory that states it. */
async function currentAmong(
  relationships: readonly Relationship[],
  owner: Owner,
  { asOf }: MemoryFilter,
  store: StoreReader,
): Promise<ReadonlySet<Relationship>> {
  const strongest = relationships.toSorted((a, b) => b.confidence - a.confidence).slice(0, MAX_RELATIONSHIPS);
  const sourceIds = [...new Set(strongest.flatMap(({ memoryId }) => memoryId ?? []))];
  const memories = sourceIds.length === 0 ? [] : await store.getMemories(owner, sourceIds, asOf);
  const ids = new Set(memories.filter(({ status }) => status === 'active').map(({ id }) => id));
  return new Set(strongest.filter(({ memoryId }) => memoryId === undefined || ids.has(memoryId)));
}

function strengthsOf(
  named: readonly string[],
  relationships: readonly Relationship[],
  current: ReadonlySet<Relationship>,
): Map<string, number> {
  const strengths = new Map(named.map((id) => [id, 1]));
  for (const id of named) {
    const own = relationships.filter(({ fromId, toId }) => fromId === id || toId === id);
    for (const { fromId, toId, confidence } of own.filter((relationship) => current.has(relationship))) {
      const other = fromId === id ? toId : fromId;
      strengths.set(other, Math.max(strengths.get(other) ?? 0, confidence * hubDamping(own.length)));
    }
  }
  return strengths;
}

/** People misdate events by days. */
const MIN_BLUR_MS = 7 * DAY_MS;

/** 1 inside the window; outside it falls with every day, more slowly for a longer window. */
export function timeSignal(moment: Date, { from, to }: TimeWindow): number {
  const outside = Math.max(0, from.getTime() - moment.getTime(), moment.getTime() - to.getTime());
  return Math.exp(-outside / Math.max(MIN_BLUR_MS, to.getTime() - from.getTime()));
}

export async function searchTime(
  owner: Owner,
  { time, filter }: Plan,
  { store, limit, signal }: SignalSearch,
): Promise<MemoryMatch[]> {
  if (time === undefined) return [];
  const within = intersectionOf(time, filter.within ?? {});
  const ids = await store.rankMemories(owner, { by: 'recency', filter: { ...filter, within }, limit, signal });
  return ids.map((memoryId) => ({ memoryId, score: 1 }));
}

const intersectionOf = (
  time: TimeWindow,
  { from = time.from, to = time.to }: NonNullable<MemoryFilter['within']>,
): TimeWindow => ({
  from: from > time.from ? from : time.from,
  to: to < time.to ? to : time.to,
});
