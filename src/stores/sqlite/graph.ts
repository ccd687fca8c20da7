import {
  type EntityPage,
  type EntityQuery,
  type LinkPage,
  MAX_LISTED,
  type MentionCount,
  type MentionQuery,
} from '../../contracts/store.ts';
import { type Entity, foldName, type Link, type Relationship } from '../../model/graph.ts';
import { linkTypes } from '../shared/codes.ts';
import type { Connection } from './connection.ts';
import type { SqlValue } from './driver.ts';
import { FINDABLE, filterCondition, type States, statesOf } from './memory-rows.ts';

export function* upsertEntities(connection: Connection, owner: number, entities: readonly Entity[]) {
  const storedIds = new Map<string, string>();
  for (const { id, name, type, aliases = [] } of entities) {
    const row =
      connection.get<{ id: string }>(
        `update entities set type = ? where owner = ? and id <> ?
         and id = (select entity from aliases where owner = ? and folded = ?) returning id`,
        ...[type, owner, id, owner, foldName(name)],
      ) ??
      connection.get<{ id: string }>(
        `insert into entities (owner, id, folded, name, type) values (?, ?, ?, ?, ?)
         on conflict (owner, folded) do update set type = excluded.type
         on conflict (owner, id) do update set folded = excluded.folded, name = excluded.name, type = excluded.type
         returning id`,
        ...[owner, id, foldName(name), name, type],
      );
    const own = row?.id ?? id;
    storedIds.set(id, own);
    connection.run('delete from aliases where owner = ? and folded = ? and entity = ?', owner, foldName(name), id);
    for (const alias of aliases)
      connection.run(
        `insert or ignore into aliases select ?, ?, ?, ?
         where not exists (select 1 from entities where owner = ? and folded = ?)`,
        ...[owner, foldName(alias), own, alias, owner, foldName(alias)],
      );
    yield;
  }
  return storedIds;
}

const ENTITIES = `select id, name, type,
  (select json_group_array(name) from aliases indexed by aliases_by_entity
   where owner = entities.owner and entity = entities.id) as aliases from entities`;

type EntityRow = Pick<Entity, 'id' | 'name' | 'type'> & { readonly aliases: string };

function entityOf({ aliases, ...entity }: EntityRow): Entity {
  const names = JSON.parse(aliases) as string[];
  return names.length === 0 ? entity : { ...entity, aliases: names };
}

export function listEntities(connection: Connection, owner: number, page: EntityPage): Entity[] {
  const { after = '', ids, limit } = page;
  const among = ids === undefined ? '' : 'and id in (select value from json_each(?))';
  const wanted = ids === undefined ? [] : [JSON.stringify(ids)];
  const sql = `${ENTITIES} where owner = ? and id > ? ${among} order by id limit ?`;
  return connection.all<EntityRow>(sql, owner, after, ...wanted, Math.max(0, limit)).map(entityOf);
}

export function countMentions(connection: Connection, owner: number, query: MentionQuery): MentionCount[] {
  const ids = JSON.stringify([...new Set(query.entityIds)]);
  const { sql, values } = filterCondition(owner, query.filter, connection.names);
  const memoryCounts = connection.all<{ entityId: string; memories: number }>(
    `select j.value as entityId, count(*) as memories from json_each(?) j
     cross join mentions n on n.owner = ? and n.entity = j.value
     cross join memories m on m.key = n.memory where ${FINDABLE.memories} and ${sql} group by j.value`,
    ...[ids, owner, ...values],
  );
  const memories = new Map(memoryCounts.map(({ entityId, memories }) => [entityId, memories]));
  const relationships = countRelationships(connection, owner, query);
  return [...new Set([...memories.keys(), ...relationships.keys()])].map((entityId) => ({
    entityId,
    memories: memories.get(entityId) ?? 0,
    relationships: relationships.get(entityId) ?? 0,
  }));
}

export function countRelationships(
  connection: Connection,
  owner: number,
  query: MentionQuery,
): ReadonlyMap<string, number> {
  const ids = JSON.stringify([...new Set(query.entityIds)]);
  const { sql, values } = filterCondition(owner, query.filter, connection.names);
  const withoutMemory = query.filter.projectId === undefined ? 'r.memory is null or' : '';
  const rows = connection.all<{ entityId: string; ties: number }>(
    `select entityId, count(*) as ties from (
       select j.value as entityId, r.memory from json_each(?) j
       cross join relationships r on r.owner = ? and r.from_id = j.value
       union all
       select j.value, r.memory from json_each(?) j
       cross join relationships r on r.owner = ? and r.to_id = j.value and r.from_id <> j.value
     ) r where ${withoutMemory} exists (select 1 from memories m where m.owner = ? and m.id = r.memory and ${FINDABLE.memories} and ${sql})
     group by entityId`,
    ...[ids, owner, ids, owner, owner, ...values],
  );
  return new Map(rows.map(({ entityId, ties }) => [entityId, ties]));
}

export function matchEntities(connection: Connection, owner: number, names: readonly string[]): Entity[] {
  const folded = JSON.stringify(names.map(foldName));
  return connection
    .all<EntityRow>(
      `with wanted (id) as materialized (
         select e.id from json_each(?) cross join entities e on e.owner = ? and e.folded = json_each.value
         union select a.entity from json_each(?) cross join aliases a on a.owner = ? and a.folded = json_each.value
       ) ${ENTITIES} where owner = ? and id in (select id from wanted) order by +folded`,
      ...[folded, owner, folded, owner, owner],
    )
    .map(entityOf);
}

export function upsertRelationship(connection: Connection, owner: number, relationship: Relationship): void {
  const { fromId, toId, relation, confidence, updatedAt, memoryId = null } = relationship;
  connection.run(
    'insert or replace into relationships values (?, ?, ?, ?, ?, ?, ?)',
    ...[owner, fromId, toId, relation, confidence, updatedAt.getTime(), memoryId],
  );
}

export function relationshipsOf(connection: Connection, owner: number, entityIds: readonly string[]): Relationship[] {
  const ids = JSON.stringify(entityIds);
  const columns = 'from_id as fromId, to_id as toId, relation, confidence, updated_at as updatedAt, memory as memoryId';
  const rows = connection.all<
    Omit<Relationship, 'updatedAt' | 'memoryId'> & { updatedAt: number; memoryId: string | null }
  >(
    `select ${columns} from relationships where owner = ? and from_id in (select value from json_each(?))
     union
     select ${columns} from relationships where owner = ? and to_id in (select value from json_each(?))`,
    ...[owner, ids, owner, ids],
  );
  return rows.map(({ memoryId, ...row }) => ({
    ...{ ...row, updatedAt: new Date(row.updatedAt) },
    ...(memoryId !== null && { memoryId }),
  }));
}

export function insertMentions(
  connection: Connection,
  owner: number,
  memory: { readonly key: number; readonly createdAt: number; readonly entityIds: readonly string[] },
): void {
  for (const entity of memory.entityIds) {
    connection.run('insert or ignore into mentions values (?, ?, ?, ?)', owner, entity, memory.createdAt, memory.key);
  }
}

const MENTIONING: Readonly<Record<States, string>> = {
  memories: `select m.id as memoryId, n.entity as entityId, n.created_at as createdAt
    from mentions n cross join memories m on m.key = n.memory where n.owner = ? and n.entity = ?`,
  memory_versions: `select m.id as memoryId, n.entity as entityId, m.created_at as createdAt
    from past_mentions n cross join memory_versions m indexed by memory_versions_by_memory on m.key = n.memory
    where n.owner = ? and n.entity = ? and n.entity in (select value from json_each(m.details, '$.n'))`,
};

export function searchEntities(connection: Connection, owner: number, { entityIds, filter, limit }: EntityQuery) {
  const count = Math.max(0, limit);
  const mentions = statesOf(filter).flatMap((states) => {
    const { sql, values } = filterCondition(owner, filter, connection.names, states);
    return [...new Set(entityIds)].flatMap((entityId) =>
      connection.all<{ memoryId: string; entityId: string; createdAt: number }>(
        `${MENTIONING[states]} and ${FINDABLE[states]} and ${sql} order by createdAt desc limit ?`,
        ...[owner, entityId, ...values, count],
      ),
    );
  });
  return mentions
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, count)
    .map(({ memoryId, entityId }) => ({ memoryId, entityId }));
}

export function upsertLink(connection: Connection, owner: number, link: Link): void {
  connection.run(
    `insert or replace into links
     select ?, a.key, b.key, ?, ?, ? from memories a, memories b
     where a.owner = ? and a.id = ? and b.owner = ? and b.id = ?`,
    owner,
    linkTypes.code[link.type],
    link.strength,
    link.createdAt.getTime(),
    ...[owner, link.fromId, owner, link.toId],
  );
}

export function removeLink(connection: Connection, owner: number, link: Pick<Link, 'fromId' | 'toId' | 'type'>): void {
  connection.run(
    `delete from links where owner = ? and type = ?
     and from_memory = (select key from memories where owner = ? and id = ?)
     and to_memory = (select key from memories where owner = ? and id = ?)`,
    ...[owner, linkTypes.code[link.type], owner, link.fromId, owner, link.toId],
  );
}

export function linksOf(connection: Connection, owner: number, memoryIds: readonly string[], page: LinkPage): Link[] {
  const { after, limit = MAX_LISTED } = page;
  const last: SqlValue[] = after === undefined ? [] : [after.fromId, after.toId, linkTypes.code[after.type]];
  const ids = JSON.stringify(memoryIds);
  const keys = 'select m.key from json_each(?) j cross join memories m on m.owner = ? and m.id = j.value';
  const rows = connection.all<{ fromId: string; toId: string; type: number; strength: number; createdAt: number }>(
    `select a.id as fromId, b.id as toId, l.type, l.strength, l.created_at as createdAt
     from (select * from links where owner = ? and from_memory in (${keys})
           union
           select * from links where owner = ? and to_memory in (${keys})) l
     cross join memories a on a.key = l.from_memory
     cross join memories b on b.key = l.to_memory
     ${after === undefined ? '' : 'where (a.id, b.id, l.type) > (?, ?, ?)'} order by a.id, b.id, l.type limit ?`,
    ...[owner, ids, owner, owner, ids, owner, ...last, Math.max(0, limit)],
  );
  return rows.map((row) => ({ ...row, type: linkTypes.word(row.type), createdAt: new Date(row.createdAt) }));
}
