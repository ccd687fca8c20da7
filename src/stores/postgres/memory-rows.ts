import type { MemoryFilter } from '../../contracts/store.ts';
import type { Memory, MemoryUpdate } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { memoryTypes, statuses } from '../shared/codes.ts';
import { encodeDetails, fieldColumns, type MemoryColumns, memoryFromRow } from '../shared/memory-columns.ts';
import { type OwnerKey, ownedBy } from './connection.ts';
import { joined, raw, type Sql, sql } from './sql.ts';

export interface ReadRow extends MemoryColumns {
  readonly component: string;
  readonly category: string;
  readonly project: string | null;
  readonly session: string | null;
}

/** `since` is null in the first version, which begins when the memory was created. */
export interface MemoryRow extends ReadRow {
  readonly key: number;
  readonly embedder: string | null;
  readonly terms: number;
  readonly since: number | null;
  readonly cause: string | null;
}

const READ = [
  ...['id', 'type', 'status', 'component', 'category', 'project', 'session', 'importance', 'confidence', 'salience'],
  ...['created_at', 'updated_at', 'accessed_at', 'accesses', 'reinforced_at', 'valid_at', 'invalid_at'],
  ...['superseded_by', 'faded_at', 'doubted_at', 'details', 'content', 'version'],
];

export const STATE: readonly string[] = [...READ, 'key', 'embedder', 'terms', 'since', 'cause'];

const columns = (names: readonly string[]): Sql => raw(names.map((name) => `m.${name}`).join(', '));
export const READ_COLUMNS: Sql = columns(READ);
export const STATE_COLUMNS: Sql = columns(STATE);

export const encodeFields = (fields: Omit<MemoryUpdate, 'id'>): Partial<MemoryRow> => ({
  ...fieldColumns(fields),
  ...(fields.category !== undefined && { category: fields.category }),
});

export const encodeMemory = (memory: Memory): Omit<MemoryRow, 'key' | 'embedder' | 'terms'> =>
  ({
    ...{ superseded_by: null, reinforced_at: null, valid_at: null, invalid_at: null, faded_at: null, doubted_at: null },
    id: memory.id,
    component: memory.component,
    project: memory.projectId ?? null,
    session: memory.sessionId ?? null,
    created_at: memory.createdAt.getTime(),
    accessed_at: memory.lastAccessedAt?.getTime() ?? null,
    accesses: memory.accessCount,
    ...{ since: null, version: 1, cause: null },
    details: encodeDetails(memory),
    ...encodeFields(memory),
  }) as Omit<MemoryRow, 'key' | 'embedder' | 'terms'>;

export const decodeMemory = (row: ReadRow, scope: Owner): Memory =>
  memoryFromRow(row, scope, {
    component: row.component,
    category: row.category,
    projectId: row.project ?? undefined,
    sessionId: row.session ?? undefined,
  });

export type States = 'memories' | 'memory_versions';

/** At a past moment, a memory is in one of the two tables. */
export const statesOf = ({ asOf }: MemoryFilter): readonly States[] =>
  asOf === undefined ? ['memories'] : ['memories', 'memory_versions'];

const FORGOTTEN = statuses.code.forgotten;

/** Neither this version nor the present one is forgotten. */
export const FINDABLE: Readonly<Record<States, Sql>> = {
  memories: raw(`m.status <> ${FORGOTTEN}`),
  memory_versions: raw(`m.status <> ${FORGOTTEN} and not exists (select 1 from memories n
    where n.tenant = m.tenant and n.owner = m.owner and n.key = m.key and n.status = ${FORGOTTEN})`),
};

export const INDEXED: Readonly<Record<States, Sql>> = {
  memories: FINDABLE.memories,
  memory_versions: raw('not m.apart'),
};

export const HAPPENED_AT: Sql = raw('coalesce(m.valid_at, m.created_at)');

const asOfCondition = (moment: number, states: States): Sql =>
  states === 'memories'
    ? sql`m.created_at <= ${moment} and coalesce(m.since, m.created_at) <= ${moment}`
    : sql`m.since <= ${moment} and m.until > ${moment}`;

/** The table has the mentions of every past version of a memory; the details of a version have its own. */
export const mentionsIn = (states: States): Sql => (states === 'memories' ? raw('mentions') : raw('past_mentions'));
export const MENTIONED_BY_VERSION = raw(`exists (select 1 from json_array_elements_text((m.details::json) -> 'n') said
  where said.value collate "C" = n.entity)`);

function mentions(owner: OwnerKey, entityIds: readonly string[], states: States): Sql {
  const mentionedByVersion = states === 'memories' ? raw('true') : MENTIONED_BY_VERSION;
  return sql`exists (select 1 from ${mentionsIn(states)} n
    where ${ownedBy(owner, 'n')} and n.memory = m.key and n.entity = any(${entityIds}) and ${mentionedByVersion})`;
}

const ASCII = /^\p{ASCII}*$/u;

/** `ilike` in the column's collation folds the case of ASCII alone. */
function containing(text: string): Sql {
  if (ASCII.test(text)) return sql`m.content collate "C" ilike ${`%${text.replaceAll(/[!%_]/g, '!$&')}%`} escape '!'`;
  const letters = Array.from(text, (letter) => {
    const cases = new Set([letter, letter.toLowerCase(), letter.toUpperCase()]);
    const codes = [...cases].filter((each) => [...each].length === 1).map((each) => each.codePointAt(0) ?? 0);
    return `[${codes.map((code) => `\\U${code.toString(16).padStart(8, '0')}`).join('')}]`;
  });
  return sql`m.content collate "C" ~ ${letters.join('')}`;
}

export function filterCondition(owner: OwnerKey, filter: MemoryFilter, states: States = 'memories'): Sql {
  const { asOf, ids, idPart, components, exceptComponents, categories, projectId, entityIds, validAt, within } = filter;
  const all = [ownedBy(owner, 'm')];
  if (asOf) all.push(asOfCondition(asOf.getTime(), states));
  if (ids) all.push(sql`m.id = any(${ids})`);
  if (idPart) all.push(sql`(starts_with(m.id, ${idPart}) or right(m.id, length(${idPart})) = ${idPart})`);
  if (filter.containing !== undefined) all.push(containing(filter.containing));
  if (filter.statuses) all.push(sql`m.status = any(${filter.statuses.map((status) => statuses.code[status])})`);
  if (filter.types) all.push(sql`m.type = any(${filter.types.map((type) => memoryTypes.code[type])})`);
  if (components) all.push(sql`m.component = any(${components})`);
  if (exceptComponents) all.push(sql`m.component <> all(${exceptComponents})`);
  if (categories) all.push(sql`m.category = any(${categories})`);
  if (projectId === null) all.push(raw('m.project is null'));
  else if (projectId !== undefined) all.push(sql`m.project = ${projectId}`);
  if (filter.sessionId !== undefined) all.push(sql`m.session = ${filter.sessionId}`);
  if (entityIds) all.push(mentions(owner, entityIds, states));
  if (filter.minSalience !== undefined) all.push(sql`m.salience >= ${filter.minSalience}`);
  if (filter.minImportance !== undefined) all.push(sql`m.importance >= ${filter.minImportance}`);
  if (validAt) {
    const at = validAt.getTime();
    all.push(sql`(m.valid_at is null or m.valid_at <= ${at}) and (m.invalid_at is null or m.invalid_at > ${at})`);
  }
  if (filter.idle) {
    const last = filter.idle.since === 'update' ? raw('m.updated_at') : raw('coalesce(m.accessed_at, m.created_at)');
    all.push(sql`${last} <= ${filter.idle.until.getTime()}`);
  }
  if (filter.fadedUntil) all.push(sql`(m.faded_at is null or m.faded_at <= ${filter.fadedUntil.getTime()})`);
  if (within?.from) all.push(sql`${HAPPENED_AT} >= ${within.from.getTime()}`);
  if (within?.to) all.push(sql`${HAPPENED_AT} <= ${within.to.getTime()}`);
  return joined(all, ' and ');
}
