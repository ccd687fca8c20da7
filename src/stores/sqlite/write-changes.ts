import type { Changes } from '../../contracts/store.ts';
import type { Connection } from './connection.ts';
import { insertEpisodes } from './episodes.ts';
import { upsertEntities, upsertLink, upsertRelationship } from './graph.ts';
import { MemoryWriter } from './memory-writer.ts';
import { advance, endSession } from './sessions.ts';

/** Writes all changes; call it inside a transaction. */
export function writeChanges(connection: Connection, owner: number, changes: Changes): void {
  const memories = new MemoryWriter(connection, owner);
  for (const progress of changes.progress ?? []) advance(connection, owner, progress);
  insertEpisodes(connection, owner, changes.episodes ?? []);
  for (const { sessionId, at } of changes.endedSessions ?? []) endSession(connection, owner, sessionId, at);

  const kept = upsertEntities(connection, owner, changes.entities ?? []);
  const keptId = (id: string) => kept.get(id) ?? id;
  for (const memory of changes.memories ?? []) {
    memories.insert({ ...memory, entityIds: memory.entityIds.map(keptId) });
  }
  for (const update of changes.updates ?? []) {
    memories.update(update.entityIds ? { ...update, entityIds: update.entityIds.map(keptId) } : update);
  }
  for (const relationship of changes.relationships ?? []) {
    const ends = { fromId: keptId(relationship.fromId), toId: keptId(relationship.toId) };
    upsertRelationship(connection, owner, { ...relationship, ...ends });
  }
  for (const link of changes.links ?? []) upsertLink(connection, owner, link);
  for (const vector of changes.vectors ?? []) memories.embed(vector);
  if (changes.accesses) memories.access(changes.accesses.memoryIds, changes.accesses.at);
  memories.save();
}
