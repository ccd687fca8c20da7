import { type ChangedQuery, MAX_LISTED, type MemoryFilter, type VersionPage } from '../../contracts/store.ts';
import type { Cause } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import type { MemoryVersion } from '../../model/version.ts';
import { decodeDetails } from '../shared/memory-columns.ts';
import type { Connection } from './connection.ts';
import {
  decodeMemory,
  FINDABLE,
  filterCondition,
  MEMORY_COLUMNS,
  type MemoryRow,
  STATE_COLUMNS,
} from './memory-rows.ts';
import { type CodedVector, packVector, unpackVector } from './vector-format.ts';

type VersionRow = MemoryRow & { readonly until: number | null };

export function versionsOf(
  connection: Connection,
  owner: number,
  scope: Owner,
  ids: readonly string[],
  { isPresent = false, after, limit = MAX_LISTED }: VersionPage,
): MemoryVersion[] {
  const asked = 'owner = ? and id in (select value from json_each(?))';
  const rest = after === undefined ? '' : 'and (m.id, m.version) > (?, ?)';
  const values = [owner, JSON.stringify(ids), ...(after === undefined ? [] : [after.memoryId, after.number])];
  const past = `select ${STATE_COLUMNS}, m.until from memory_versions m
     where m.key in (select key from memories where ${asked}) ${rest} union all`;
  // The limit is part of the text: with a bound number, SQLite takes fifteen times as long.
  const rows = connection.all<VersionRow>(
    `${isPresent ? '' : past}
     select ${STATE_COLUMNS}, null as until from memories m where ${asked} ${rest}
     order by id, version limit ${Math.max(0, Math.trunc(limit))}`,
    ...[...(isPresent ? [] : values), ...values],
  );
  return rows.map((row) => ({
    number: row.version,
    since: new Date(row.since ?? row.created_at),
    ...(row.until !== null && { until: new Date(row.until) }),
    cause: row.cause === null ? { kind: 'created' } : (JSON.parse(row.cause) as Cause),
    memory: decodeMemory(row, scope, connection.names),
  }));
}

/** The first version of a memory begins when it is created. The plus in `+id` keeps SQLite from the index by id, which would read every memory. */
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

/** Past versions that pass a filter and that the present indexes do not contain (`apart`). */
export function apartTexts(connection: Connection, owner: number, filter: MemoryFilter) {
  const { sql, values } = filterCondition(owner, filter, connection.names, 'memory_versions');
  return connection.each<{ id: string; text: string }>(
    `select m.id, m.content as text from memory_versions m
     where m.apart = 1 and ${FINDABLE.memory_versions} and ${sql}`,
    ...values,
  );
}

/** A vector is stored with the last version of the same content. */
export function apartVectors(connection: Connection, owner: number, filter: MemoryFilter, embedder: number) {
  const { sql, values } = filterCondition(owner, filter, connection.names, 'memory_versions');
  return connection.each<{ id: string; vector: Uint8Array }>(
    `select m.id, v.vector from memory_versions m
     cross join memory_versions v
     on v.key = m.key and v.embedder = ? and v.vector is not null and v.content = m.content
     where m.apart = 1 and ${FINDABLE.memory_versions} and ${sql}`,
    ...[embedder, ...values],
  );
}

const COPIED_COLUMNS = MEMORY_COLUMNS.join(', ');

interface PastVector {
  readonly embedder: number;
  readonly vector: CodedVector | undefined;
}

export class VersionWriter {
  readonly #connection: Connection;
  readonly #owner: number;

  constructor(connection: Connection, owner: number) {
    this.#connection = connection;
    this.#owner = owner;
  }

  /** Copies a row and its vector to the past versions; call it before the row changes. */
  end(row: MemoryRow, until: number, vector: CodedVector | undefined): void {
    this.#connection.run(
      `insert into memory_versions (${COPIED_COLUMNS}, version, since, cause, until, apart, vector)
       select ${COPIED_COLUMNS}, version, coalesce(since, created_at), cause, ?, embedder is null, ? from memories where key = ?`,
      ...[until, vector ? packVector(vector) : null, row.key],
    );
    for (const entity of decodeDetails(row.details, new Date(row.created_at)).entityIds) {
      const sql = 'insert or ignore into past_mentions (owner, entity, memory) values (?, ?, ?)';
      this.#connection.run(sql, this.#owner, entity, row.key);
    }
  }

  /** The indexes contain a version while the memory has its content and is not forgotten. */
  setApart(key: number, content: string, isFindable: boolean): void {
    this.#connection.run(
      `update memory_versions set apart = 1 - apart
       where key = ? and apart <> ${isFindable ? '(content <> ? or embedder is null)' : '(? is not null)'}`,
      ...[key, content],
    );
  }

  takeVector(key: number, content: string): PastVector | undefined {
    const row = this.#connection.get<{ version: number; embedder: number; vector: Uint8Array | null }>(
      `select version, embedder, vector from memory_versions
       where key = ? and content = ? and embedder is not null order by version desc limit 1`,
      ...[key, content],
    );
    if (!row) return undefined;
    const { version, embedder, vector } = row;
    if (!vector) return { embedder, vector: undefined };
    this.#connection.run('update memory_versions set vector = null where key = ? and version = ?', key, version);
    return { embedder, vector: unpackVector(vector) };
  }
}
