import type { MemoryFilter } from '../../contracts/store.ts';
import { memoryTypes, statuses } from './codes.ts';
import type { Value } from './driver.ts';
import type { Names } from './names.ts';

export interface Condition {
  /** Over the columns of a table of states, which goes by the name `m`. */
  readonly sql: string;
  readonly values: readonly Value[];
}

/** What memories are, and what they were. */
export type States = 'memories' | 'memory_versions';

/** Where to look: as of a moment, a memory is in one of both. */
export const statesOf = ({ asOf }: MemoryFilter): readonly States[] =>
  asOf === undefined ? ['memories'] : ['memories', 'memory_versions'];

/** As `memories_by_time` indexes it. */
export const HAPPENED_AT = 'coalesce(m.valid_at, m.created_at)';

/** True where so few memories are likely to pass that it pays to find them first. */
export const isNarrow = ({ ids, sessionId, projectId, entityIds }: MemoryFilter): boolean =>
  ids !== undefined || sessionId !== undefined || projectId !== undefined || entityIds !== undefined;

const HELD_AT: Readonly<Record<States, string>> = {
  memories: 'm.created_at <= ? and coalesce(m.since, m.created_at) <= ?',
  memory_versions: 'm.since <= ? and m.until > ?',
};

const MENTIONS: Readonly<Record<States, string>> = {
  memories: 'm.key in (select memory from mentions where owner = ? and entity in (select value from json_each(?)))',
  memory_versions: `m.key in (select memory from past_mentions where owner = ? and entity in (select value from json_each(?)))
    and exists (select 1 from json_each(m.details, '$.n') n where n.value in (select value from json_each(?)))`,
};

export function filterCondition(
  owner: number,
  filter: MemoryFilter,
  names: Names,
  states: States = 'memories',
): Condition {
  // Versions are found by their owner or, where entities are named, by their memories: the plus leaves the owner's index alone.
  const sql = [states === 'memory_versions' && filter.entityIds ? '+m.owner = ?' : 'm.owner = ?'];
  const values: Value[] = [owner];
  const add = (condition: string, ...more: Value[]) => {
    sql.push(condition);
    values.push(...more);
  };
  const known = (name: string) => names.find(owner, name) ?? 0;
  const { statuses: allowed, types, components, categories, entityIds, asOf, validAt, within } = filter;

  if (asOf) add(HELD_AT[states], asOf.getTime(), asOf.getTime());
  if (filter.ids) add('m.id in (select value from json_each(?))', JSON.stringify(filter.ids));
  if (allowed) add(`m.status in (${allowed.map((status) => statuses.code[status])})`);
  if (types) add(`m.type in (${types.map((type) => memoryTypes.code[type])})`);
  if (components) add(`m.component in (select value from json_each(?))`, JSON.stringify(components.map(known)));
  const { exceptComponents: except } = filter;
  if (except) add(`m.component not in (select value from json_each(?))`, JSON.stringify(except.map(known)));
  if (categories) add(`m.category in (select value from json_each(?))`, JSON.stringify(categories.map(known)));
  if (filter.projectId !== undefined) add('m.project = ?', known(filter.projectId));
  if (filter.sessionId !== undefined) add('m.session = ?', known(filter.sessionId));
  if (entityIds) {
    const wanted = JSON.stringify(entityIds);
    add(MENTIONS[states], owner, wanted, ...(states === 'memories' ? [] : [wanted]));
  }
  if (filter.minSalience !== undefined) add('m.salience >= ?', filter.minSalience);
  if (filter.minImportance !== undefined) add('m.importance >= ?', filter.minImportance);
  if (validAt) {
    const at = validAt.getTime();
    add('(m.valid_at is null or m.valid_at <= ?) and (m.invalid_at is null or m.invalid_at > ?)', at, at);
  }
  if (filter.idle) {
    const last = filter.idle.since === 'update' ? 'm.updated_at' : 'coalesce(m.accessed_at, m.created_at)';
    add(`${last} <= ?`, filter.idle.until.getTime());
  }
  if (filter.fadedUntil) add('(m.faded_at is null or m.faded_at <= ?)', filter.fadedUntil.getTime());
  if (within?.from) add(`${HAPPENED_AT} >= ?`, within.from.getTime());
  if (within?.to) add(`${HAPPENED_AT} <= ?`, within.to.getTime());
  return { sql: sql.join(' and '), values };
}
