import type { Changes } from '../../contracts/store.ts';
import type { Connection } from './connection.ts';
import { insertEpisodes } from './episodes.ts';
import { removeLink, upsertEntities, upsertLink, upsertRelationship } from './graph.ts';
import { MemoryWriter } from './memory-writer.ts';
import { writeNote } from './notes.ts';
import { advance, endSession } from './sessions.ts';

/** Writes all changes; call it inside a transaction. */
export function writeChanges(connection: Connection, owner: number, changes: Changes): void {
  const memories = new MemoryWriter(connection, owner);
  for (const progress of changes.progress ?? []) advance(connection, owner, progress, changes.at ?? new Date());
  insertEpisodes(connection, owner, changes.episodes ?? []);
  for (const { sessionId, at } of changes.endedSessions ?? []) endSession(connection, owner, sessionId, at);

  const kept = upsertEntities(connection, owner, changes.entities ?? []);
  const keptId = (id: string) => kept.get(id) ?? id;
  for (const memory of changes.memories ?? []) {
    memories.insert({ ...memory, entityIds: memory.entityIds.map(keptId) });
  }
  for (const update of changes.updates ?? []) {
    const kept = update.entityIds ? { ...update, entityIds: update.entityIds.map(keptId) } : update;
    memories.update(changes, kept);
  }
  for (const relationship of changes.relationships ?? []) {
    const ends = { fromId: keptId(relationship.fromId), toId: keptId(relationship.toId) };
    upsertRelationship(connection, owner, { ...relationship, ...ends });
  }
  for (const link of changes.links ?? []) upsertLink(connection, owner, link);
  for (const unlink of changes.unlinks ?? []) removeLink(connection, owner, unlink);
  for (const vector of changes.vectors ?? []) memories.embed(vector);
  if (changes.accesses) memories.access(changes.accesses.memoryIds, changes.accesses.at);
  if (changes.salience) memories.measure(changes.salience);
  for (const { name, value } of changes.notes ?? []) writeNote(connection, owner, name, value);
  memories.save();
}
