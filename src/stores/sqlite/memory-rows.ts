import type { MemoryFilter } from '../../contracts/store.ts';
import type { Memory, MemoryUpdate } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { memoryTypes, statuses } from '../shared/codes.ts';
import { type Details, encodeDetails, fieldColumns, memoryFromRow } from '../shared/memory-columns.ts';
import type { Names } from './connection.ts';
import type { SqlValue } from './driver.ts';

type Columns<Name extends string, Type> = { readonly [Each in Name]: Type };

/** `since` is null in the first version, which begins when the memory was created. */
export type MemoryRow = Columns<'id' | 'details' | 'content', string> &
  Columns<'superseded_by' | 'cause', string | null> &
  Columns<'key' | 'type' | 'status' | 'component' | 'category' | 'importance' | 'confidence' | 'salience', number> &
  Columns<'created_at' | 'updated_at' | 'accesses' | 'terms' | 'version', number> &
  Columns<'project' | 'session' | 'embedder' | 'accessed_at' | 'reinforced_at' | 'valid_at', number | null> &
  Columns<'invalid_at' | 'faded_at' | 'doubted_at' | 'since', number | null>;

export const MEMORY_COLUMNS = [
  ...['key', 'owner', 'id', 'type', 'status', 'component', 'category', 'project', 'session', 'importance'],
  ...['confidence', 'salience', 'created_at', 'updated_at', 'accessed_at', 'accesses', 'reinforced_at', 'valid_at'],
  ...['invalid_at', 'superseded_by', 'faded_at', 'doubted_at', 'embedder', 'terms', 'details', 'content'],
] as const;

const columns = (names: readonly string[]): string => names.map((name) => `m.${name}`).join(', ');

export const STATE_COLUMNS = columns([...MEMORY_COLUMNS, 'since', 'version', 'cause']);

/** Reading the other columns too takes a tenth longer. */
export const READ_COLUMNS = columns([
  ...MEMORY_COLUMNS.filter((name) => !/^(?:key|owner|embedder|terms)$/.test(name)),
  'version',
]);
export type ReadRow = Omit<MemoryRow, 'key' | 'embedder' | 'terms' | 'since' | 'cause'>;

export function encodeFields(fields: Omit<MemoryUpdate, 'id'>, owner: number, names: Names): Record<string, SqlValue> {
  const category = fields.category === undefined ? {} : { category: names.key(owner, fields.category) };
  return { ...fieldColumns(fields), ...category };
}

/** All columns but `key`, `embedder` and `terms`, which the indexes set. */
export const encodeMemory = (memory: Memory, owner: number, names: Names): Record<string, SqlValue> => ({
  owner,
  id: memory.id,
  component: names.key(owner, memory.component),
  project: names.optionalKey(owner, memory.projectId),
  session: names.optionalKey(owner, memory.sessionId),
  created_at: memory.createdAt.getTime(),
  accessed_at: memory.lastAccessedAt?.getTime() ?? null,
  accesses: memory.accessCount,
  details: encodeDetails(memory),
  ...encodeFields(memory, owner, names),
});

export const decodeMemory = (row: ReadRow, scope: Owner, names: Names, details?: Details): Memory =>
  memoryFromRow(
    row,
    scope,
    {
      component: names.name(row.component),
      category: names.name(row.category),
      projectId: names.optionalName(row.project),
      sessionId: names.optionalName(row.session),
    },
    details,
  );

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export type States = 'memories' | 'memory_versions';

export const statesOf = ({ asOf }: MemoryFilter): readonly States[] =>
  asOf === undefined ? ['memories'] : ['memories', 'memory_versions'];

/** Neither this version nor the present one is forgotten. */
export const FINDABLE: Readonly<Record<States, string>> = {
  memories: `m.status <> ${statuses.code.forgotten}`,
  memory_versions: `m.status <> ${statuses.code.forgotten}
    and not exists (select 1 from memories n where n.key = m.key and n.status = ${statuses.code.forgotten})`,
};

/** The expression of the index `memories_by_time`. */
export const HAPPENED_AT = 'coalesce(m.valid_at, m.created_at)';

const AS_OF: Readonly<Record<States, string>> = {
  memories: 'm.created_at <= ? and coalesce(m.since, m.created_at) <= ?',
  memory_versions: 'm.since <= ? and m.until > ?',
};

const MENTIONS: Readonly<Record<States, string>> = {
  memories: 'm.key in (select memory from mentions where owner = ? and entity in (select value from json_each(?)))',
  memory_versions: `m.key in (select memory from past_mentions where owner = ? and entity in (select value from json_each(?)))
    and exists (select 1 from json_each(m.details, '$.n') n where n.value in (select value from json_each(?)))`,
};

const ASCII = /^\p{ASCII}*$/u;

const likePattern = (text: string): string => `%${text.replaceAll(/[!%_]/g, '!$&')}%`;

/** `like` folds the case of ASCII alone. It takes 40 ms for 100,000 memories, `glob` with both cases of each letter 300 ms. */
function containing(text: string): { readonly sql: string; readonly patterns: readonly string[] } {
  const like = "m.content like ? escape '!'";
  if (ASCII.test(text)) return { sql: like, patterns: [likePattern(text)] };
  const letters = Array.from(text, (letter) => {
    const cases = new Set([letter, letter.toLowerCase(), letter.toUpperCase()]);
    const single = [...cases].filter((each) => [...each].length === 1);
    return single.length > 1 || '*?['.includes(letter) ? `[${single.join('')}]` : letter;
  });
  const glob = `*${letters.join('')}*`;
  const [longest = ''] = text.split(/[^\p{ASCII}]+/u).sort((a, b) => b.length - a.length);
  if (longest === '') return { sql: 'm.content glob ?', patterns: [glob] };
  return { sql: `${like} and m.content glob ?`, patterns: [likePattern(longest), glob] };
}

export function filterCondition(
  owner: number,
  filter: MemoryFilter,
  names: Names,
  states: States = 'memories',
): Condition {
  // The plus keeps SQLite from the owner's index: with entities, versions are looked up by their memories.
  const sql = [states === 'memory_versions' && filter.entityIds ? '+m.owner = ?' : 'm.owner = ?'];
  const values: SqlValue[] = [owner];
  const add = (condition: string, ...more: SqlValue[]) => {
    sql.push(condition);
    values.push(...more);
  };
  const known = (name: string) => names.find(owner, name) ?? 0;
  const { statuses: allowed, types, components, categories, entityIds, asOf, validAt, within } = filter;

  if (asOf) add(AS_OF[states], asOf.getTime(), asOf.getTime());
  if (filter.ids) add('m.id in (select value from json_each(?))', JSON.stringify(filter.ids));
  const { idPart } = filter;
  if (idPart) add('(substr(m.id, 1, length(?)) = ? or substr(m.id, -length(?)) = ?)', idPart, idPart, idPart, idPart);
  if (filter.containing !== undefined) {
    const { sql: contains, patterns } = containing(filter.containing);
    add(contains, ...patterns);
  }
  if (allowed) add(`m.status in (${allowed.map((status) => statuses.code[status])})`);
  if (types) add(`m.type in (${types.map((type) => memoryTypes.code[type])})`);
  if (components) add(`m.component in (select value from json_each(?))`, JSON.stringify(components.map(known)));
  const { exceptComponents: except } = filter;
  if (except) add(`m.component not in (select value from json_each(?))`, JSON.stringify(except.map(known)));
  if (categories) add(`m.category in (select value from json_each(?))`, JSON.stringify(categories.map(known)));
  if (filter.projectId === null) add('m.project is null');
  else if (filter.projectId !== undefined) add('m.project = ?', known(filter.projectId));
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
