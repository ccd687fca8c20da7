import type { Changes } from '../../contracts/store.ts';
import type { Episode } from '../../model/episode.ts';
import type { Entity } from '../../model/graph.ts';
import type { Memory, MemoryUpdate } from '../../model/memory.ts';
import { applyUpdate } from '../apply-update.ts';
import { definedFields } from '../defined-fields.ts';
import { foldName } from '../fold-name.ts';
import { type OwnerData, progressKey, type SessionData } from './owner-data.ts';

/** Applies changes that `checkChanges` let through. */
export function applyChanges(data: OwnerData, changes: Changes): void {
  for (const { component, sessionId, through } of changes.progress ?? []) {
    data.progress.set(progressKey(component, sessionId), through);
  }
  for (const episode of changes.episodes ?? []) addEpisode(data, episode);
  for (const { sessionId, at } of changes.endedSessions ?? []) sessionOf(data, sessionId).endedAt = at;

  const kept = new Map((changes.entities ?? []).map((entity) => [entity.id, upsertEntity(data, entity)]));
  const keptId = (id: string) => kept.get(id) ?? id;
  for (const memory of changes.memories ?? []) {
    addMemory(data, { ...memory, entityIds: memory.entityIds.map(keptId) });
  }
  for (const update of changes.updates ?? []) {
    updateMemory(data, update.entityIds ? { ...update, entityIds: update.entityIds.map(keptId) } : update);
  }
  for (const relationship of changes.relationships ?? []) {
    const ends = { fromId: keptId(relationship.fromId), toId: keptId(relationship.toId) };
    const key = JSON.stringify([ends.fromId, ends.toId, relationship.relation]);
    data.relationships.set(key, { ...relationship, ...ends });
  }
  for (const link of changes.links ?? []) {
    if (!data.memories.has(link.fromId) || !data.memories.has(link.toId)) continue;
    data.links.set(JSON.stringify([link.fromId, link.toId, link.type]), { ...link });
  }
  for (const vector of changes.vectors ?? []) {
    const memory = data.memories.get(vector.memoryId);
    if (!memory || memory.status === 'forgotten' || memory.content !== (vector.content ?? memory.content)) continue;
    data.vectors.set(vector.memoryId, { ...vector, vector: vector.vector?.slice() });
  }
  if (changes.accesses) access(data, changes.accesses.memoryIds, changes.accesses.at);
}

function sessionOf(data: OwnerData, sessionId: string): SessionData {
  const session = data.sessions.get(sessionId) ?? { episodes: [] };
  data.sessions.set(sessionId, session);
  return session;
}

function addEpisode(data: OwnerData, episode: Episode): void {
  const { episodes } = sessionOf(data, episode.sessionId);
  const stored = definedFields({ ...structuredClone(episode), position: episodes.length + 1 });
  episodes.push(stored);
  data.episodes.set(stored.id, stored);
}

function upsertEntity(data: OwnerData, entity: Entity): string {
  const folded = foldName(entity.name);
  const known = data.entities.get(folded);
  if (!known) {
    const renamed = [...data.entities].find(([, { id }]) => id === entity.id);
    if (renamed) data.entities.delete(renamed[0]);
  }
  data.entities.set(folded, known ? { ...known, type: entity.type } : { ...entity });
  return known?.id ?? entity.id;
}

function addMemory(data: OwnerData, memory: Memory): void {
  data.memories.set(memory.id, definedFields(structuredClone(memory)));
  if (memory.status !== 'forgotten') data.texts.add(memory.id, memory.content);
}

/** A forgotten memory stays, but nothing finds it; new content has no vector yet. */
function updateMemory(data: OwnerData, update: MemoryUpdate): void {
  const before = data.memories.get(update.id);
  if (!before) return;
  const after = applyUpdate(before, structuredClone(update));
  data.memories.set(update.id, after);
  const wasFindable = before.status !== 'forgotten';
  const isFindable = after.status !== 'forgotten';
  if (before.content === after.content && wasFindable === isFindable) return;
  data.vectors.delete(update.id);
  if (wasFindable) data.texts.remove(update.id, before.content);
  if (isFindable) data.texts.add(update.id, after.content);
}

function access(data: OwnerData, memoryIds: readonly string[], at: Date): void {
  for (const id of memoryIds) {
    const memory = data.memories.get(id);
    if (!memory) continue;
    const last = memory.lastAccessedAt;
    const lastAccessedAt = last !== undefined && last > at ? last : at;
    data.memories.set(id, { ...memory, accessCount: memory.accessCount + 1, lastAccessedAt });
  }
}
