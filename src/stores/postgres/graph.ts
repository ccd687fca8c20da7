import {
  type EntityQuery,
  type LinkPage,
  MAX_LISTED,
  type MentionCount,
  type MentionQuery,
} from '../../contracts/store.ts';
import type { Link, Relationship } from '../../model/graph.ts';
import { linkTypes } from '../shared/codes.ts';
import { type Connection, type OwnerKey, ownedBy } from './connection.ts';
import { FINDABLE, filterCondition, MENTIONED_BY_VERSION, mentionsIn, statesOf } from './memory-rows.ts';
import { joined, NOTHING, raw, sql } from './sql.ts';
import { insertRows, type Writing } from './writing.ts';

export async function countMentions(
  connection: Connection,
  owner: OwnerKey,
  query: MentionQuery,
): Promise<MentionCount[]> {
  const ids = [...new Set(query.entityIds)];
  const passes = sql`${FINDABLE.memories} and ${filterCondition(owner, query.filter)}`;
  const withoutMemory = query.filter.projectId === undefined ? raw('r.memory is null or') : NOTHING;
  return connection.all<MentionCount>(
    sql`select entity as "entityId", sum(is_memory) as memories, sum(1 - is_memory) as relationships from (
          select n.entity, 1 as is_memory from mentions n
          join memories m on m.tenant = n.tenant and m.owner = n.owner and m.key = n.memory
          where ${ownedBy(owner, 'n')} and n.entity = any(${ids}) and ${passes}
          union all
          select j.id, 0 from unnest(${ids}::text[]) j (id) join relationships r on r.from_id = j.id or r.to_id = j.id
          where ${ownedBy(owner, 'r')}
            and (${withoutMemory} exists (select 1 from memories m where m.id = r.memory and ${passes}))
        ) mentioned group by entity`,
  );
}

function lastOf<Row>(rows: readonly Row[], key: (row: Row) => readonly unknown[]): Row[] {
  return [...new Map(rows.map((row) => [JSON.stringify(key(row)), row])).values()];
}

export function upsertRelationships(writing: Writing, relationships: readonly Relationship[]): Promise<void> {
  const rows = relationships.map(({ fromId, toId, relation, confidence, updatedAt, memoryId }) => ({
    ...{ from_id: fromId, to_id: toId, relation, confidence },
    ...{ updated_at: updatedAt.getTime(), memory: memoryId ?? null },
  }));
  const unique = lastOf(rows, (row) => [row.from_id, row.to_id, row.relation]);
  return insertRows(writing, 'relationships', unique, { key: 'from_id, to_id, relation' });
}

export async function relationshipsOf(
  connection: Connection,
  owner: OwnerKey,
  entityIds: readonly string[],
): Promise<Relationship[]> {
  const rows = await connection.all<
    Omit<Relationship, 'updatedAt' | 'memoryId'> & { updatedAt: number; memoryId: string | null }
  >(
    sql`select r.from_id as "fromId", r.to_id as "toId", r.relation, r.confidence, r.updated_at as "updatedAt",
          r.memory as "memoryId" from relationships r
        where ${ownedBy(owner, 'r')} and (r.from_id = any(${entityIds}) or r.to_id = any(${entityIds}))`,
  );
  return rows.map(({ memoryId, ...row }) => ({
    ...{ ...row, updatedAt: new Date(row.updatedAt) },
    ...(memoryId !== null && { memoryId }),
  }));
}

interface ChangedMentions {
  readonly memory: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export async function replaceMentions(writing: Writing, changed: readonly ChangedMentions[]): Promise<void> {
  const pairs = changed.flatMap(({ memory, before }) => before.map((entity) => ({ memory, entity })));
  const { connection, owner } = writing;
  if (pairs.length > 0)
    await connection.run(
      sql`delete from mentions n using unnest(${pairs.map(({ entity }) => entity)}::text[],
            ${pairs.map(({ memory }) => memory)}::int[]) g (entity, memory)
          where ${ownedBy(owner, 'n')} and n.entity = g.entity and n.memory = g.memory`,
    );
  const after = changed.map(({ memory, after }) => ({ memory, entityIds: after }));
  await insertMentions(writing, 'mentions', after);
}

interface MemoryMentions {
  readonly memory: number;
  readonly entityIds: readonly string[];
}

export const insertPastMentions = (writing: Writing, past: readonly MemoryMentions[]): Promise<void> =>
  insertMentions(writing, 'past_mentions', past);

function insertMentions(writing: Writing, table: string, mentions: readonly MemoryMentions[]): Promise<void> {
  const rows = mentions.flatMap(({ memory, entityIds }) => entityIds.map((entity) => ({ entity, memory })));
  return insertRows(writing, table, rows, { key: 'entity, memory' });
}

export async function searchEntities(
  connection: Connection,
  owner: OwnerKey,
  { entityIds, filter, limit }: EntityQuery,
): Promise<{ memoryId: string; entityId: string }[]> {
  const parts = statesOf(filter).map((states) => {
    const mentionedByVersion = states === 'memories' ? NOTHING : sql`and ${MENTIONED_BY_VERSION}`;
    return sql`select m.id as "memoryId", n.entity as "entityId", m.created_at as at from ${mentionsIn(states)} n
      join ${raw(states)} m on m.tenant = n.tenant and m.owner = n.owner and m.key = n.memory
      where ${ownedBy(owner, 'n')} and n.entity = any(${entityIds}) ${mentionedByVersion}
        and ${FINDABLE[states]} and ${filterCondition(owner, filter, states)}`;
  });
  return connection.all(
    sql`select "memoryId", "entityId" from (${joined(parts, ' union all ')}) found
        order by at desc, "memoryId", "entityId" limit ${Math.max(0, limit)}`,
  );
}

/** Links to or from an unknown memory are left out. */
export async function upsertLinks(writing: Writing, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  const ids = links.flatMap(({ fromId, toId }) => [fromId, toId]);
  const { connection, owner } = writing;
  const stored = await connection.all<{ id: string }>(
    sql`select m.id from memories m where ${ownedBy(owner, 'm')} and m.id = any(${ids})`,
  );
  const known = new Set(stored.map(({ id }) => id));
  const rows = links
    .filter(({ fromId, toId }) => known.has(fromId) && known.has(toId))
    .map(({ fromId, toId, type, strength, createdAt }) => ({
      ...{ from_id: fromId, to_id: toId, type: linkTypes.code[type], strength, created_at: createdAt.getTime() },
    }));
  const unique = lastOf(rows, (row) => [row.from_id, row.to_id, row.type]);
  await insertRows(writing, 'links', unique, { key: 'from_id, to_id, type' });
}

export async function removeLinks(
  { connection, owner }: Writing,
  links: readonly Pick<Link, 'fromId' | 'toId' | 'type'>[],
): Promise<void> {
  if (links.length === 0) return;
  await connection.run(
    sql`delete from links l using unnest(${links.map(({ fromId }) => fromId)}::text[],
          ${links.map(({ toId }) => toId)}::text[], ${links.map(({ type }) => linkTypes.code[type])}::int[]) g (from_id, to_id, type)
        where ${ownedBy(owner, 'l')} and l.from_id = g.from_id and l.to_id = g.to_id and l.type = g.type`,
  );
}

export async function linksOf(
  connection: Connection,
  owner: OwnerKey,
  ids: readonly string[],
  { after, limit = MAX_LISTED }: LinkPage,
): Promise<Link[]> {
  const rest =
    after === undefined
      ? NOTHING
      : sql`and (l.from_id, l.to_id, l.type) > (${after.fromId}, ${after.toId}, ${linkTypes.code[after.type]})`;
  const rows = await connection.all<{
    fromId: string;
    toId: string;
    type: number;
    strength: number;
    createdAt: number;
  }>(
    sql`select l.from_id as "fromId", l.to_id as "toId", l.type, l.strength, l.created_at as "createdAt"
        from links l where ${ownedBy(owner, 'l')} and (l.from_id = any(${ids}) or l.to_id = any(${ids})) ${rest}
        order by l.from_id, l.to_id, l.type limit ${Math.max(0, limit)}`,
  );
  return rows.map((row) => ({ ...row, type: linkTypes.word(row.type), createdAt: new Date(row.createdAt) }));
}
