import { type ChangedQuery, MAX_LISTED, type MemoryFilter, type VersionPage } from '../../contracts/store.ts';
import type { Owner } from '../../model/scope.ts';
import type { MemoryVersion } from '../../model/version.ts';
import { parseCause } from '../shared/memory-columns.ts';
import { type Connection, type OwnerKey, ownedBy } from './connection.ts';
import { decodeMemory, FINDABLE, filterCondition, type MemoryRow, STATE_COLUMNS } from './memory-rows.ts';
import { NOTHING, sql } from './sql.ts';

type VersionRow = MemoryRow & { readonly until: number | null };

export async function versionsOf(
  connection: Connection,
  owner: OwnerKey,
  scope: Owner,
  ids: readonly string[],
  { isPresent = false, after, limit = MAX_LISTED }: VersionPage,
): Promise<MemoryVersion[]> {
  const rest = after === undefined ? NOTHING : sql`and (m.id, m.version) > (${after.memoryId}, ${after.number})`;
  // As a list: a join compares them with every row before the table is analyzed.
  const past = sql`select ${STATE_COLUMNS}, m.until from memory_versions m where ${ownedBy(owner, 'm')} ${rest}
          and m.key = any(array(select n.key from memories n where ${ownedBy(owner, 'n')} and n.id = any(${ids})))
        union all`;
  const rows = await connection.all<VersionRow>(
    sql`${isPresent ? NOTHING : past}
        select ${STATE_COLUMNS}, null as until from memories m where ${ownedBy(owner, 'm')} and m.id = any(${ids}) ${rest}
        order by id, version limit ${Math.max(0, limit)}`,
  );
  return rows.map((row) => ({
    number: row.version,
    since: new Date(row.since ?? row.created_at),
    ...(row.until !== null && { until: new Date(row.until) }),
    cause: parseCause(row) ?? { kind: 'created' },
    memory: decodeMemory(row, scope),
  }));
}

/** The first version of a memory begins when it is created. */
export async function changedMemories(
  connection: Connection,
  owner: OwnerKey,
  { since, until, after = '', limit }: ChangedQuery,
): Promise<string[]> {
  const from = since.getTime();
  const [to, tillBegun] =
    until === undefined
      ? [NOTHING, NOTHING]
      : [sql`and m.since <= ${until.getTime()}`, sql`and m.created_at <= ${until.getTime()}`];
  const rows = await connection.all<{ id: string }>(
    sql`select m.id from memories m
          where ${ownedBy(owner, 'm')} and m.created_at > ${from} ${tillBegun} and m.id > ${after}
        union
        select m.id from memories m where ${ownedBy(owner, 'm')} and m.since > ${from} ${to} and m.id > ${after}
        union
        select m.id from memory_versions m
          where ${ownedBy(owner, 'm')} and m.until > ${from} and m.since > ${from} ${to} and m.id > ${after}
        order by id limit ${Math.max(0, limit)}`,
  );
  return rows.map(({ id }) => id);
}

/** Past versions that pass a filter and that the present indexes do not contain (`apart`). */
export const apartTexts = (connection: Connection, owner: OwnerKey, filter: MemoryFilter) =>
  connection.all<{ id: string; content: string }>(
    sql`select m.id, m.content from memory_versions m
        where m.apart and ${FINDABLE.memory_versions} and ${filterCondition(owner, filter, 'memory_versions')}`,
  );
