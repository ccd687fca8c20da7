import type { Connection } from './connection.ts';
import { decodeDetails, MEMORY_COLUMNS, type MemoryRow } from './memory-row.ts';
import { packVector, unpackVector } from './packed-vector.ts';
import type { CodedVector } from './vector-code.ts';

const COPIED = MEMORY_COLUMNS.join(', ');

/** What a content had in the index before it was changed or forgotten. */
export interface Kept {
  readonly embedder: number;
  readonly vector: CodedVector | undefined;
}

/** Keeps what memories were. */
export class VersionWriter {
  readonly #connection: Connection;
  readonly #owner: number;

  constructor(connection: Connection, owner: number) {
    this.#connection = connection;
    this.#owner = owner;
  }

  /** Ends the version that a row is, with the vector it takes out of the index; call it before the row changes. */
  end(row: MemoryRow, until: number, vector: CodedVector | undefined): void {
    this.#connection.run(
      `insert into memory_versions (${COPIED}, version, since, cause, until, apart, vector)
       select ${COPIED}, version, coalesce(since, created_at), cause, ?, embedder is null, ? from memories where key = ?`,
      ...[until, vector ? packVector(vector) : null, row.key],
    );
    for (const entity of decodeDetails(row.details, new Date(row.created_at)).entityIds) {
      const sql = 'insert or ignore into past_mentions (owner, entity, memory) values (?, ?, ?)';
      this.#connection.run(sql, this.#owner, entity, row.key);
    }
  }

  /** Tells the versions that the indexes lead to from those they do not, once a memory's content or findability changed. */
  part(key: number, content: string, isFindable: boolean): void {
    this.#connection.run(
      `update memory_versions set apart = 1 - apart
       where key = ? and apart <> ${isFindable ? '(content <> ? or embedder is null)' : '(? is not null)'}`,
      ...[key, content],
    );
  }

  /** Takes back what this content of a memory had when it was last in the index. */
  takeBack(key: number, content: string): Kept | undefined {
    const kept = this.#connection.get<{ version: number; embedder: number; vector: Uint8Array | null }>(
      `select version, embedder, vector from memory_versions
       where key = ? and content = ? and embedder is not null order by version desc limit 1`,
      ...[key, content],
    );
    if (!kept) return undefined;
    const { version, embedder, vector } = kept;
    if (!vector) return { embedder, vector: undefined };
    this.#connection.run('update memory_versions set vector = null where key = ? and version = ?', key, version);
    return { embedder, vector: unpackVector(vector) };
  }
}
