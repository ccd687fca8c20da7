import type { Changes } from '../../contracts/store.ts';
import type { IndexedText } from '../shared/indexed-text.ts';
import type { Reindexing } from '../shared/reindexing.ts';
import { ownedBy } from './connection.ts';
import { type MemoryRow, STATE_COLUMNS } from './memory-rows.ts';
import { sql } from './sql.ts';
import type { StoredVector } from './vectors.ts';
import type { Writing } from './writing.ts';

interface PastState {
  readonly key: number;
  readonly version: number;
  readonly content: string;
  readonly embedder: string | null;
  apart: boolean;
  vector: string | null;
}

interface EndedVersion extends MemoryRow {
  readonly until: number;
  apart: boolean;
  vector: string | null;
}

export class MemoryState {
  row: MemoryRow;
  readonly before: MemoryRow | undefined;
  readonly ended: EndedVersion[] = [];
  hasNewText = false;
  hasNewVector = false;
  #text: IndexedText | undefined;
  #vector: StoredVector | undefined;
  readonly #past: readonly PastState[];
  readonly #pastBefore: readonly PastState[];

  constructor(
    row: MemoryRow,
    stored?: { readonly vector: StoredVector | undefined; readonly past: readonly PastState[] },
  ) {
    this.row = row;
    this.before = stored && row;
    this.#vector = stored?.vector;
    this.#past = stored?.past ?? [];
    this.#pastBefore = this.#past.map((version) => ({ ...version }));
  }

  set text(text: IndexedText | undefined) {
    this.hasNewText = true;
    this.#text = text;
  }
  get text(): IndexedText | undefined {
    return this.#text;
  }

  set vector(vector: StoredVector | undefined) {
    this.hasNewVector = true;
    this.#vector = vector;
  }
  get vector(): StoredVector | undefined {
    return this.#vector;
  }

  get changedPast(): Pick<PastState, 'key' | 'version' | 'apart' | 'vector'>[] {
    return this.#past.flatMap(({ key, version, apart, vector }, index) => {
      const before = this.#pastBefore[index];
      return before?.apart === apart && before.vector === vector ? [] : [{ key, version, apart, vector }];
    });
  }

  /** If the content or the status changes, the vector leaves the index and stays with the version. */
  endVersion(until: number, isReindexed: boolean): void {
    const { row } = this;
    const vector = isReindexed ? (this.#vector?.vector ?? null) : null;
    this.ended.push({ ...row, since: row.since ?? row.created_at, until, apart: row.embedder === null, vector });
    if (isReindexed) this.vector = undefined;
  }

  /** The indexes contain a version while the memory has its content and is not forgotten. */
  setApart({ content, isFindable }: Reindexing): void {
    for (const version of [...this.#past, ...this.ended])
      version.apart = !isFindable || version.content !== content || version.embedder === null;
  }

  /** Takes the vector of this content from the last version that had it; returns its embedder. */
  takeVector(content: string): string | undefined {
    const lastWithContent = [...this.#past, ...this.ended].findLast(
      (version) => version.content === content && version.embedder !== null,
    );
    if (lastWithContent?.embedder == null) return undefined;
    const { embedder, vector } = lastWithContent;
    if (vector !== null) this.vector = { embedder, dimensions: vector.split(',').length, vector };
    lastWithContent.vector = null;
    return embedder;
  }
}

export async function loadStates(writing: Writing, changes: Changes): Promise<Map<string, MemoryState>> {
  const { connection, owner } = writing;
  const { updates = [], vectors = [] } = changes;
  const ids = [...new Set([...updates.map(({ id }) => id), ...vectors.map(({ memoryId }) => memoryId)])];
  if (ids.length === 0) return new Map();
  const rows = await connection.all<MemoryRow>(
    sql`select ${STATE_COLUMNS} from memories m where ${ownedBy(owner, 'm')} and m.id = any(${ids})`,
  );
  const reindexed = new Set(updates.filter((each) => each.content ?? each.status).map(({ id }) => id));
  const keys = rows.filter(({ id }) => reindexed.has(id)).map(({ key }) => key);
  const storedVectors = new Map<number, StoredVector>();
  const past = new Map<number, PastState[]>();
  if (keys.length > 0) {
    const vectorRows = await connection.all<StoredVector & { memory: number }>(
      sql`select v.memory, v.embedder, v.dimensions, v.vector::text as vector from vectors v
          where ${ownedBy(owner, 'v')} and v.memory = any(${keys})`,
    );
    for (const { memory, ...vector } of vectorRows) storedVectors.set(memory, vector);
    const versions = await connection.all<PastState>(
      sql`select m.key, m.version, m.content, m.embedder, m.apart, m.vector::text as vector from memory_versions m
          where ${ownedBy(owner, 'm')} and m.key = any(${keys}) order by m.key, m.version`,
    );
    for (const version of versions) past.set(version.key, [...(past.get(version.key) ?? []), version]);
  }
  return new Map(
    rows.map((row) => [
      row.id,
      new MemoryState(row, { vector: storedVectors.get(row.key), past: past.get(row.key) ?? [] }),
    ]),
  );
}
