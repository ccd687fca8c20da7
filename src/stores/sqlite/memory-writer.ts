import type { Changes, MemoryVector } from '../../contracts/store.ts';
import { termsOf } from '../../languages/terms.ts';
import type { Memory, MemoryUpdate } from '../../model/memory.ts';
import { causeOf, makesVersion } from '../../model/version.ts';
import { statuses } from '../shared/codes.ts';
import { type IndexedText, type IndexedTexts, indexedText } from '../shared/indexed-text.ts';
import { decodeDetails, encodeDetails } from '../shared/memory-columns.ts';
import { hidingOf, type Reindexing, reindexingOf } from '../shared/reindexing.ts';
import { assertExpectedVersions, versionMoment } from '../store-rules.ts';
import type { Connection } from './connection.ts';
import type { SqlValue } from './driver.ts';
import { hideTurns } from './episodes.ts';
import { insertMentions } from './graph.ts';
import { salienceMeasure } from './memories.ts';
import type { MemoryCache } from './memory-cache.ts';
import { encodeFields, encodeMemory, type MemoryRow } from './memory-rows.ts';
import { TextIndexWriter } from './text.ts';
import type { CodedVector } from './vector-format.ts';
import { VectorWriter } from './vectors.ts';
import { VersionWriter } from './versions.ts';

const NOT_EMBEDDED = 0;
const FORGOTTEN = statuses.code.forgotten;

/** Selects by key: with ids SQLite reads all memories of the owner, which takes half a second for 400,000. */
export const COUNT_ACCESSES = `update memories set accesses = accesses + a.times, accessed_at = max(coalesce(accessed_at, 0), ?)
  from (select m.key, count(*) as times
        from json_each(?) as given cross join memories as m on m.owner = ? and m.id = given.value
        group by m.key) as a
  where memories.key = a.key`;

/** A forgotten memory keeps its row, but is in no index. */
export class MemoryWriter {
  readonly #connection: Connection;
  readonly #owner: number;
  readonly #indexedTexts: IndexedTexts;
  readonly #texts: TextIndexWriter;
  readonly #vectors: VectorWriter;
  readonly #versions: VersionWriter;
  readonly #cache: MemoryCache;

  constructor(connection: Connection, cache: MemoryCache, owner: number, indexedTexts: IndexedTexts) {
    this.#connection = connection;
    this.#cache = cache;
    this.#owner = owner;
    this.#indexedTexts = indexedTexts;
    this.#texts = new TextIndexWriter(connection, owner);
    this.#vectors = new VectorWriter(connection, owner);
    this.#versions = new VersionWriter(connection, owner);
  }

  save(): void {
    this.#texts.save();
    this.#vectors.save();
  }

  expect(changes: Pick<Changes, 'expect'>): void {
    assertExpectedVersions(changes, (id) => this.#find(id)?.version);
  }

  insert(memory: Memory): void {
    const text = this.#indexed(memory.content);
    const isFindable = memory.status !== 'forgotten';
    const columns: Record<string, SqlValue> = {
      ...encodeMemory(memory, this.#owner, this.#connection.names),
      embedder: isFindable ? NOT_EMBEDDED : null,
      terms: text.length,
    };
    const names = Object.keys(columns);
    const { key } = this.#connection.run(
      `insert into memories (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
      ...Object.values(columns),
    );
    if (isFindable) this.#texts.add(key, text);
    else hideTurns(this.#connection, this.#owner, memory.provenance.episodeIds, 1);
    this.#mention(key, memory.createdAt.getTime(), memory.entityIds);
  }

  update(changes: Pick<Changes, 'at'>, update: MemoryUpdate): void {
    const row = this.#find(update.id);
    if (!row) return;
    this.#cache.drop(this.#owner, [update.id]);
    const reindexing = reindexingOf(update, row);
    const vector = reindexing ? this.#removeFromIndexes(row) : undefined;
    for (const { episodeIds, by } of hidingOf(update, row)) hideTurns(this.#connection, this.#owner, episodeIds, by);
    const version = makesVersion(update) ? this.#nextVersion(changes, update, row, vector) : {};
    this.#set(row.key, {
      ...this.#changedColumns(update, row),
      ...version,
      ...(reindexing && this.#addToIndexes(row.key, reindexing)),
    });
    if (update.entityIds !== undefined) {
      for (const entity of decodeDetails(row.details, new Date(row.created_at)).entityIds) {
        const sql = 'delete from mentions where owner = ? and entity = ? and created_at = ? and memory = ?';
        this.#connection.run(sql, this.#owner, entity, row.created_at, row.key);
      }
      this.#mention(row.key, row.created_at, update.entityIds);
    }
  }

  embed({ memoryId, content, embedderId, vector }: MemoryVector): void {
    const row = this.#find(memoryId);
    if (!row || row.embedder === null || row.content !== (content ?? row.content)) return;
    const embedder = this.#connection.names.key(this.#owner, embedderId);
    this.#vectors.remove(row.key);
    if (vector !== undefined) this.#vectors.add(row.key, embedder, vector);
    if (embedder !== row.embedder) this.#set(row.key, { embedder });
  }

  countAccesses(memoryIds: readonly string[], at: Date): void {
    this.#cache.drop(this.#owner, memoryIds);
    this.#connection.run(COUNT_ACCESSES, at.getTime(), JSON.stringify(memoryIds), this.#owner);
  }

  measureSalience(order: NonNullable<Changes['salience']>): void {
    const { sql, values } = salienceMeasure(order);
    this.#cache.drop(this.#owner, order.memoryIds);
    this.#connection.run(
      `update memories as m set salience = ${sql}
       where m.owner = ? and m.id in (select value from json_each(?)) and m.status <> ?`,
      ...[...values, this.#owner, JSON.stringify(order.memoryIds), FORGOTTEN],
    );
  }

  #find(id: string): MemoryRow | undefined {
    return this.#connection.get<MemoryRow>('select * from memories where owner = ? and id = ?', this.#owner, id);
  }

  #set(key: number, columns: Readonly<Record<string, SqlValue>>): void {
    const names = Object.keys(columns);
    if (names.length === 0) return;
    const assignments = names.map((name) => `${name} = ?`).join(', ');
    this.#connection.run(`update memories set ${assignments} where key = ?`, ...Object.values(columns), key);
  }

  #changedColumns(update: MemoryUpdate, row: MemoryRow): Record<string, SqlValue> {
    const old = decodeDetails(row.details, new Date(row.created_at));
    const { confidenceTrajectory = old.confidenceTrajectory, entityIds = old.entityIds } = update;
    const { provenance = old.provenance, metadata = old.metadata } = update;
    return {
      ...encodeFields(update, this.#owner, this.#connection.names),
      details: encodeDetails({ createdAt: old.createdAt, confidenceTrajectory, entityIds, provenance, metadata }),
    };
  }

  #nextVersion(changes: Pick<Changes, 'at'>, update: MemoryUpdate, row: MemoryRow, vector: CodedVector | undefined) {
    const since = versionMoment(changes, update, new Date(row.since ?? row.created_at)).getTime();
    this.#versions.end(row, since, vector);
    return { since, version: row.version + 1, cause: JSON.stringify(causeOf(update)) };
  }

  #removeFromIndexes(row: MemoryRow): CodedVector | undefined {
    if (row.status === FORGOTTEN) return undefined;
    this.#texts.remove(row.key, row.terms);
    return this.#vectors.remove(row.key);
  }

  /** New content has no vector yet; restored content gets its earlier vector back. */
  #addToIndexes(key: number, { content, isFindable }: Reindexing): Record<string, SqlValue> {
    const text = this.#indexed(content);
    this.#versions.setApart(key, content, isFindable);
    if (!isFindable) return { embedder: null, terms: text.length };
    this.#texts.add(key, text);
    const { embedder, vector } = this.#versions.takeVector(key, content) ?? { embedder: NOT_EMBEDDED };
    if (vector) this.#vectors.addCoded(key, embedder, vector);
    return { embedder, terms: text.length };
  }

  #indexed = (content: string): IndexedText => this.#indexedTexts.get(content) ?? indexedText(termsOf(content));

  #mention(key: number, createdAt: number, entityIds: readonly string[]): void {
    insertMentions(this.#connection, this.#owner, { key, createdAt, entityIds });
  }
}
