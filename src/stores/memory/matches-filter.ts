import type { MemoryFilter } from '../../contracts/store.ts';
import { happenedAt, type Memory } from '../../model/memory.ts';

const allows = <Item>(list: readonly Item[] | undefined, item: Item) => list === undefined || list.includes(item);
const equals = (wanted: string | undefined, found: string | undefined) => wanted === undefined || wanted === found;

/** All but the moment it is asked as of: hand in what the memory was then. */
export function matchesFilter(memory: Memory, filter: MemoryFilter): boolean {
  const { entityIds, validAt, within } = filter;
  return (
    allows(filter.ids, memory.id) &&
    allows(filter.statuses, memory.status) &&
    allows(filter.types, memory.type) &&
    allows(filter.components, memory.component) &&
    filter.exceptComponents?.includes(memory.component) !== true &&
    allows(filter.categories, memory.category) &&
    equals(filter.projectId, memory.projectId) &&
    equals(filter.sessionId, memory.sessionId) &&
    (entityIds === undefined || memory.entityIds.some((id) => entityIds.includes(id))) &&
    memory.salience >= (filter.minSalience ?? 0) &&
    memory.importance >= (filter.minImportance ?? 0) &&
    (validAt === undefined || wasTrue(memory, validAt)) &&
    (filter.idle === undefined || isIdle(memory, filter.idle)) &&
    (filter.fadedUntil === undefined || memory.fadedAt === undefined || memory.fadedAt <= filter.fadedUntil) &&
    (within === undefined || isWithin(happenedAt(memory), within))
  );
}

function isIdle(memory: Memory, { since, until }: NonNullable<MemoryFilter['idle']>): boolean {
  return (since === 'update' ? memory.updatedAt : (memory.lastAccessedAt ?? memory.createdAt)) <= until;
}

function wasTrue({ validAt, invalidAt }: Memory, at: Date): boolean {
  return (validAt === undefined || validAt <= at) && (invalidAt === undefined || invalidAt > at);
}

function isWithin(at: Date, { from, to }: NonNullable<MemoryFilter['within']>): boolean {
  return (from === undefined || at >= from) && (to === undefined || at <= to);
}
