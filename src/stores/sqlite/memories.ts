import type { MemoryPage } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import type { Connection } from './connection.ts';
import type { Value } from './driver.ts';
import { filterCondition } from './memory-filter.ts';
import { decodeMemory, type MemoryRow } from './memory-row.ts';

export function getMemories(connection: Connection, owner: number, scope: Owner, ids: readonly string[]): Memory[] {
  const rows = connection.all<MemoryRow>(
    'select m.* from json_each(?) j cross join memories m on m.owner = ? and m.id = j.value order by j.key',
    ...[JSON.stringify(ids), owner],
  );
  return rows.map((row) => decodeMemory(row, scope, connection.names));
}

export function listMemories(connection: Connection, owner: number, scope: Owner, page: MemoryPage): Memory[] {
  const { sql, values } = filterCondition(owner, page.filter, connection.names);
  const after = page.after === undefined ? undefined : ageOf(connection, owner, page.after);
  if (page.after !== undefined && after === undefined) return [];
  const rest = after === undefined ? '' : 'and (m.created_at, m.id) > (?, ?)';
  const place: Value[] = after === undefined ? [] : [after, page.after as string];
  const rows = connection.all<MemoryRow>(
    `select m.* from memories m where ${sql} ${rest} order by m.created_at, m.id limit ?`,
    ...[...values, ...place, Math.max(0, page.limit)],
  );
  return rows.map((row) => decodeMemory(row, scope, connection.names));
}

function ageOf(connection: Connection, owner: number, id: string): number | undefined {
  const sql = 'select created_at as createdAt from memories where owner = ? and id = ?';
  return connection.get<{ createdAt: number }>(sql, owner, id)?.createdAt;
}

/** Memories of any other embedder than this one, or of none; those forgotten have no embedder to change. */
export function listUnembedded(connection: Connection, owner: number, embedderId: string, limit: number) {
  const embedder = connection.names.find(owner, embedderId) ?? -1;
  const found = embeddersOf(connection, owner)
    .filter((other) => other !== embedder)
    .flatMap((other) =>
      connection.all<{ id: string; content: string; createdAt: number }>(
        `select id, content, created_at as createdAt from memories indexed by memories_by_embedder
         where owner = ? and embedder = ? order by created_at, key limit ?`,
        ...[owner, other, Math.max(0, limit)],
      ),
    );
  return found
    .sort((a, b) => a.createdAt - b.createdAt)
    .slice(0, Math.max(0, limit))
    .map(({ id, content }) => ({ id, content }));
}

export function countUnembedded(connection: Connection, owner: number, embedderId: string): number {
  const embedder = connection.names.find(owner, embedderId) ?? -1;
  const count = (side: '<' | '>') =>
    connection.get<{ count: number }>(
      `select count(*) as count from memories indexed by memories_by_embedder
       where owner = ? and embedder ${side} ?`,
      ...[owner, embedder],
    )?.count ?? 0;
  return count('<') + count('>');
}

/** Leaps from one embedder to the next instead of reading every memory. */
function embeddersOf(connection: Connection, owner: number): number[] {
  const sql = 'select min(embedder) as next from memories where owner = ? and embedder > ?';
  const found: number[] = [];
  for (let last = -1; ; ) {
    const next = connection.get<{ next: number | null }>(sql, owner, last)?.next ?? null;
    if (next === null) return found;
    found.push(next);
    last = next;
  }
}
