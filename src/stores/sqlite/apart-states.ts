import type { MemoryFilter } from '../../contracts/store.ts';
import { statuses } from './codes.ts';
import type { Connection } from './connection.ts';
import { filterCondition } from './memory-filter.ts';

/** What a filter lets through as of a moment, of what today's indexes do not lead to. */
export function apartTexts(connection: Connection, owner: number, filter: MemoryFilter) {
  const { sql, values } = filterCondition(owner, filter, connection.names, 'memory_versions');
  return connection.each<{ id: string; content: string }>(
    `select m.id, m.content from memory_versions m
     where m.apart = 1 and m.status <> ${statuses.code.forgotten} and ${sql}`,
    ...values,
  );
}

/** The vector is with the last version of the same content. */
export function apartVectors(connection: Connection, owner: number, filter: MemoryFilter, embedder: number) {
  const { sql, values } = filterCondition(owner, filter, connection.names, 'memory_versions');
  return connection.each<{ id: string; vector: Uint8Array }>(
    `select m.id, v.vector from memory_versions m
     cross join memory_versions v
     on v.key = m.key and v.embedder = ? and v.vector is not null and v.content = m.content
     where m.apart = 1 and m.status <> ${statuses.code.forgotten} and ${sql}`,
    ...[embedder, ...values],
  );
}
