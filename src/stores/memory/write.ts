import type { Changes } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import { definedFields } from '../../model/defined-fields.ts';
import type { Episode } from '../../model/episode.ts';
import { type Entity, foldName } from '../../model/graph.ts';
import type { Memory, MemoryUpdate } from '../../model/memory.ts';
import { salienceOf, salienceSum } from '../../model/salience.ts';
import { causeOf, hidesTurns, makesVersion } from '../../model/version.ts';
import {
  assertExpectedNotes,
  assertExpectedVersions,
  progressConflict,
  versionMoment,
  withKnownIds,
} from '../store-rules.ts';
import { linkKey, type OwnerData, progressKey, type SessionData } from './owner-data.ts';
import { beginVersion, moveVectorToPastVersion, restoreVector, versionNumber } from './versions.ts';

/** Throws if any part cannot be written, so that `applyChanges` cannot fail half-way. */
export function checkChanges(data: OwnerData, changes: Changes): void {
  assertExpectedVersions(changes, (id) => versionNumber(data, id));
  assertExpectedNotes(changes, (name) => data.notes.get(name));
  refuseKnownIds(data.memories, changes.memories ?? []);
  const reached = new Map<string, number>();
  for (const progress of changes.progress ?? []) {
    const key = progressKey(progress.component, progress.sessionId);
    const through = reached.get(key) ?? data.progress.get(key) ?? 0;
    if (through !== progress.from) throw progressConflict(progress, through);
    reached.set(key, progress.through);
  }
}

function refuseKnownIds(known: ReadonlyMap<string, unknown>, items: readonly { readonly id: string }[]): void {
  const seen = new Set<string>();
  for (const { id } of items) {
    if (known.has(id) || seen.has(id)) {
      throw new SouvenirError('conflict', `${id} already exists.`, {
        advice: 'Give every memory an id of its own.',
      });
    }
    seen.add(id);
  }
}

export function applyChanges(data: OwnerData, changes: Changes): void {
  for (const { component, sessionId, from, through } of changes.progress ?? []) {
    data.progress.set(progressKey(component, sessionId), through);
    const number = (data.steps.at(-1)?.number ?? 0) + 1;
    data.steps.push({ number, component, sessionId, from, through, at: new Date(changes.at ?? Date.now()) });
  }
  for (const episode of changes.episodes ?? []) addEpisode(data, episode);
  if (changes.episodesUntil !== undefined) redateEpisodes(data, changes.episodesUntil);
  for (const { sessionId, at } of changes.endedSessions ?? []) sessionOf(data, sessionId).endedAt = at;

  const known = new Map((changes.entities ?? []).map((entity) => [entity.id, upsertEntity(data, entity)]));
  const { memories = [], updates = [], relationships = [] } = withKnownIds(changes, known);
  for (const memory of memories) addMemory(data, memory);
  for (const update of updates) updateMemory(data, changes, update);
  for (const relationship of relationships) {
    const { fromId, toId, relation } = relationship;
    data.relationships.set(JSON.stringify([fromId, toId, relation]), { ...relationship });
  }
  for (const link of changes.links ?? []) {
    if (!data.memories.has(link.fromId) || !data.memories.has(link.toId)) continue;
    data.links.set(linkKey(link), { ...link });
  }
  for (const unlink of changes.unlinks ?? []) data.links.delete(linkKey(unlink));
  for (const vector of changes.vectors ?? []) {
    const memory = data.memories.get(vector.memoryId);
    if (!memory || memory.status === 'forgotten' || memory.content !== (vector.content ?? memory.content)) continue;
    data.vectors.set(vector.memoryId, { ...vector, vector: vector.vector?.slice() });
  }
  if (changes.accesses) countAccesses(data, changes.accesses.memoryIds, changes.accesses.at);
  if (changes.salience) measureSalience(data, changes.salience);
  for (const { name, value } of changes.notes ?? []) {
    if (value === undefined) data.notes.delete(name);
    else data.notes.set(name, structuredClone(value));
  }
}

function sessionOf(data: OwnerData, sessionId: string): SessionData {
  const session = data.sessions.get(sessionId) ?? { episodes: [], reached: 0 };
  data.sessions.set(sessionId, session);
  return session;
}

function addEpisode(data: OwnerData, episode: Episode): void {
  if (data.episodes.has(episode.id)) return;
  const session = sessionOf(data, episode.sessionId);
  session.reached += 1;
  const stored = definedFields({ ...structuredClone(episode), position: session.reached });
  session.episodes.push(stored);
  data.episodes.set(stored.id, stored);
}

/** Moves episodes with a later date to `until`. */
function redateEpisodes(data: OwnerData, until: Date): void {
  for (const { episodes } of data.sessions.values())
    for (const [at, episode] of episodes.entries()) {
      if (episode.occurredAt <= until) continue;
      const dated = { ...episode, occurredAt: until };
      episodes[at] = dated;
      data.episodes.set(dated.id, dated);
    }
}

function upsertEntity({ entities, aliases }: OwnerData, { aliases: given = [], ...entity }: Entity): string {
  const folded = foldName(entity.name);
  const byAlias = entities.get(aliases.get(folded) ?? '');
  const known = byAlias?.id === entity.id ? entities.get(folded) : (byAlias ?? entities.get(folded));
  const [previousName] = known ? [] : ([...entities].find(([, { id }]) => id === entity.id) ?? []);
  const merged = known ? { ...known, type: entity.type } : { ...entities.get(previousName ?? ''), ...entity };
  const name = foldName(merged.name);
  if (previousName !== undefined) {
    entities.delete(previousName);
    aliases.delete(folded);
    for (const [alias, of] of aliases) if (of === previousName) aliases.set(alias, name);
  }
  const fresh = new Map(given.toReversed().map((alias) => [foldName(alias), alias]));
  for (const alias of fresh.keys())
    if (alias === name || entities.has(alias) || aliases.has(alias)) fresh.delete(alias);
    else aliases.set(alias, name);
  const names = [...(merged.aliases ?? []), ...fresh.values()]
    .filter((alias) => foldName(alias) !== name)
    .sort((a, b) => (foldName(a) < foldName(b) ? -1 : 1));
  const { aliases: _, ...plain } = merged;
  entities.set(name, names.length === 0 ? plain : { ...plain, aliases: names });
  return merged.id;
}

function addMemory(data: OwnerData, memory: Memory): void {
  data.memories.set(memory.id, definedFields(structuredClone(memory)));
  if (memory.status !== 'forgotten') data.texts.add(memory.id, memory.content);
  hideTurns(data, memory, 1);
}

/** Updates how many forgotten memories came from each episode. */
export function hideTurns({ hidden, histories }: OwnerData, memory: Memory, by: 1 | -1): void {
  if (!hidesTurns(memory, histories.get(memory.id)?.cause)) return;
  for (const id of new Set(memory.provenance.episodeIds)) hidden.set(id, (hidden.get(id) ?? 0) + by);
}

/** A forgotten memory stays stored, but is in no index; new content has no vector yet. */
function updateMemory(data: OwnerData, changes: Changes, update: MemoryUpdate): void {
  const before = data.memories.get(update.id);
  if (!before) return;
  hideTurns(data, before, -1);
  if (makesVersion(update)) {
    beginVersion(data, before, (since) => versionMoment(changes, update, since), structuredClone(causeOf(update)));
  }
  const after = applyUpdate(before, structuredClone(update));
  data.memories.set(update.id, after);
  hideTurns(data, after, 1);
  const wasFindable = before.status !== 'forgotten';
  const isFindable = after.status !== 'forgotten';
  if (before.content === after.content && wasFindable === isFindable) return;
  if (wasFindable) {
    moveVectorToPastVersion(data, before);
    data.texts.remove(update.id, before.content);
  }
  if (isFindable) {
    data.texts.add(update.id, after.content);
    restoreVector(data, after);
  }
}

function measureSalience(data: OwnerData, { salienceAt, weights, memoryIds }: NonNullable<Changes['salience']>): void {
  for (const id of memoryIds) {
    const memory = data.memories.get(id);
    if (memory === undefined || memory.status === 'forgotten') continue;
    data.memories.set(id, { ...memory, salience: salienceSum(salienceOf(memory, salienceAt, weights)) });
  }
}

function countAccesses(data: OwnerData, memoryIds: readonly string[], at: Date): void {
  for (const id of memoryIds) {
    const memory = data.memories.get(id);
    if (!memory) continue;
    const last = memory.lastAccessedAt;
    const lastAccessedAt = last !== undefined && last > at ? last : at;
    data.memories.set(id, { ...memory, accessCount: memory.accessCount + 1, lastAccessedAt });
  }
}

/** Absent fields stay; `null` clears a field. */
function applyUpdate(memory: Memory, { cause: _, ...update }: MemoryUpdate): Memory {
  const changed = Object.entries(update).filter(([, value]) => value !== undefined);
  const next = { ...memory, ...Object.fromEntries(changed) };
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null)) as Memory;
}
