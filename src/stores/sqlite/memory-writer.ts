import type { MemoryVector } from '../../contracts/store.ts';
import { termsOf } from '../../language/terms.ts';
import type { Memory, MemoryUpdate } from '../../model/memory.ts';
import { definedFields } from '../defined-fields.ts';
import { statuses } from './codes.ts';
import type { Connection } from './connection.ts';
import type { Value } from './driver.ts';
import { insertMentions } from './graph.ts';
import { decodeDetails, encodeDetails, encodeMemory, type MemoryRow } from './memory-row.ts';
import { TextIndexWriter } from './text-index.ts';
import { VectorWriter } from './vector-writer.ts';

const NOT_EMBEDDED = 0;
const FORGOTTEN = statuses.code.forgotten;

/** `undefined` leaves a column as it is, `null` clears it. */
const optionalMilliseconds = (moment: Date | null | undefined) => (moment === null ? null : moment?.getTime());

/** Writes memories and what finds them. A forgotten memory keeps its row, but no index leads to it. */
export class MemoryWriter {
  readonly #connection: Connection;
  readonly #owner: number;
  readonly #texts: TextIndexWriter;
  readonly #vectors: VectorWriter;

  constructor(connection: Connection, owner: number) {
    this.#connection = connection;
    this.#owner = owner;
    this.#texts = new TextIndexWriter(connection, owner);
    this.#vectors = new VectorWriter(connection, owner);
  }

  save(): void {
    this.#texts.save();
    this.#vectors.save();
  }

  insert(memory: Memory): void {
    const terms = termsOf(memory.content);
    const findable = memory.status !== 'forgotten';
    const columns: Record<string, Value> = {
      ...encodeMemory(memory, this.#owner, this.#connection.names),
      embedder: findable ? NOT_EMBEDDED : null,
      terms: terms.length,
    };
    const names = Object.keys(columns);
    const { key } = this.#connection.run(
      `insert into memories (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
      ...Object.values(columns),
    );
    if (findable) this.#texts.add(key, terms);
    this.#mention(key, memory.createdAt.getTime(), memory.entityIds);
  }

  update(update: MemoryUpdate): void {
    const row = this.#find(update.id);
    if (!row) return;
    const columns = { ...this.#changedColumns(update, row), ...this.#reindex(update, row) };
    this.#set(row.key, columns);
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

  access(memoryIds: readonly string[], at: Date): void {
    this.#connection.run(
      `update memories set accesses = accesses + a.times, accessed_at = max(coalesce(accessed_at, 0), ?)
       from (select value as id, count(*) as times from json_each(?) group by value) a
       where memories.owner = ? and memories.id = a.id`,
      ...[at.getTime(), JSON.stringify(memoryIds), this.#owner],
    );
  }

  #find(id: string): MemoryRow | undefined {
    return this.#connection.get<MemoryRow>('select * from memories where owner = ? and id = ?', this.#owner, id);
  }

  #set(key: number, columns: Readonly<Record<string, Value>>): void {
    const names = Object.keys(columns);
    if (names.length === 0) return;
    const assignments = names.map((name) => `${name} = ?`).join(', ');
    this.#connection.run(`update memories set ${assignments} where key = ?`, ...Object.values(columns), key);
  }

  #changedColumns(update: MemoryUpdate, row: MemoryRow): Record<string, Value> {
    const { category, status, confidenceTrajectory, entityIds, provenance, metadata } = update;
    const old = decodeDetails(row.details, new Date(row.created_at));
    return definedFields({
      content: update.content,
      category: category === undefined ? undefined : this.#connection.names.key(this.#owner, category),
      importance: update.importance,
      confidence: update.confidence,
      salience: update.salience,
      updated_at: update.updatedAt?.getTime(),
      reinforced_at: optionalMilliseconds(update.lastReinforcedAt),
      valid_at: optionalMilliseconds(update.validAt),
      invalid_at: optionalMilliseconds(update.invalidAt),
      status: status === undefined ? undefined : statuses.code[status],
      superseded_by: update.supersededBy,
      faded_at: optionalMilliseconds(update.fadedAt),
      doubted_at: optionalMilliseconds(update.doubtedAt),
      details: encodeDetails({
        createdAt: old.createdAt,
        confidenceTrajectory: confidenceTrajectory ?? old.confidenceTrajectory,
        entityIds: entityIds ?? old.entityIds,
        provenance: provenance ?? old.provenance,
        metadata: metadata ?? old.metadata,
      }),
    }) as Record<string, Value>;
  }

  /** Moves the memory in and out of the indexes; new content has no vector yet. */
  #reindex(update: MemoryUpdate, row: MemoryRow): Record<string, Value> {
    const content = update.content ?? row.content;
    const wasFindable = row.status !== FORGOTTEN;
    const isFindable = update.status === undefined ? wasFindable : update.status !== 'forgotten';
    const isNew = content !== row.content;
    if (wasFindable === isFindable && !isNew) return {};
    const terms = termsOf(content);
    if (wasFindable) {
      this.#texts.remove(row.key, row.terms);
      this.#vectors.remove(row.key);
    }
    if (isFindable) this.#texts.add(row.key, terms);
    return { embedder: isFindable ? NOT_EMBEDDED : null, terms: terms.length };
  }

  #mention(key: number, createdAt: number, entityIds: readonly string[]): void {
    insertMentions(this.#connection, this.#owner, { key, createdAt, entityIds });
  }
}
