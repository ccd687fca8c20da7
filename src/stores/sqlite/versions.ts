import type { ChangedQuery } from '../../contracts/store.ts';
import type { Cause } from '../../model/cause.ts';
import type { Owner } from '../../model/scope.ts';
import type { MemoryVersion } from '../../model/version.ts';
import type { Connection } from './connection.ts';
import { decodeMemory, type MemoryRow, STATE_COLUMNS } from './memory-row.ts';

interface VersionRow extends MemoryRow {
  readonly until: number | null;
}

export function versionsOf(connection: Connection, owner: number, scope: Owner, id: string): MemoryVersion[] {
  const rows = connection.all<VersionRow>(
    `select ${STATE_COLUMNS}, m.until from memory_versions m
     where m.key = (select key from memories where owner = ? and id = ?)
     union all
     select ${STATE_COLUMNS}, null from memories m where m.owner = ? and m.id = ?
     order by version`,
    ...[owner, id, owner, id],
  );
  return rows.map((row) => ({
    number: row.version,
    since: new Date(row.since ?? row.created_at),
    ...(row.until !== null && { until: new Date(row.until) }),
    cause: row.cause === null ? { kind: 'created' } : (JSON.parse(row.cause) as Cause),
    memory: decodeMemory(row, scope, connection.names),
  }));
}

/**
 * The first version of every memory begins when it is learnt; one that ended began before that. The plus keeps the index
 * by id out of it, which would read every memory.
 */
export function changedMemories(connection: Connection, owner: number, query: ChangedQuery): string[] {
  const { since, until, after = '', limit } = query;
  const from = since.getTime();
  const range = [from, until?.getTime() ?? Number.MAX_SAFE_INTEGER, after];
  return connection.column<string>(
    `select id from memories where owner = ? and created_at > ? and created_at <= ? and +id > ?
     union
     select id from memories where owner = ? and since > ? and since <= ? and +id > ?
     union
     select id from memory_versions where owner = ? and until > ? and since > ? and since <= ? and +id > ?
     order by id limit ?`,
    ...[owner, ...range, owner, ...range, owner, from, ...range, Math.max(0, limit)],
  );
}
