import type { Connection } from './connection.ts';
import { CHUNK_SLOTS, VectorChunk } from './vector-chunk.ts';
import { type CodedVector, encodeVector, unitVector } from './vector-code.ts';

interface Edit {
  readonly space: number;
  readonly chunk: VectorChunk;
  live: number;
}

/** Adds and removes vectors within one write, so that a chunk is read and written once however many of its slots change. */
export class VectorWriter {
  readonly #connection: Connection;
  readonly #owner: number;
  readonly #edits = new Map<number, Edit>();

  constructor(connection: Connection, owner: number) {
    this.#connection = connection;
    this.#owner = owner;
  }

  /** Returns what it takes out, if there was anything. */
  remove(memory: number): CodedVector | undefined {
    const sql = 'delete from vector_residues where memory = ? returning chunk, residue';
    const row = this.#connection.get<{ chunk: number; residue: Uint8Array }>(sql, memory);
    if (row === undefined) return undefined;
    const { buffer, byteOffset, length } = row.residue;
    const edit = this.#edit(row.chunk);
    const coarse = edit.chunk.get(memory);
    edit.chunk.remove(memory);
    edit.live -= 1;
    return { ...coarse, residue: new Int8Array(buffer, byteOffset, length) };
  }

  /** The memory must have no vector. One without a direction is not kept: nothing is near it. */
  add(memory: number, embedder: number, vector: Float32Array): void {
    const unit = unitVector(vector);
    if (unit) this.addCoded(memory, embedder, encodeVector(unit));
  }

  addCoded(memory: number, embedder: number, { scale, coarse, residue }: CodedVector): void {
    const key = this.#chunkWithRoom(this.#space(embedder, residue.length), residue.length);
    const edit = this.#edit(key);
    edit.chunk.add(memory, scale, coarse);
    edit.live += 1;
    const bytes = new Uint8Array(residue.buffer, residue.byteOffset, residue.length);
    this.#connection.run('insert into vector_residues (memory, chunk, residue) values (?, ?, ?)', memory, key, bytes);
  }

  /** Gives every changed chunk a version above all others of its space, by which caches find it. */
  save(): void {
    const versions = new Map<number, number>();
    for (const [key, { space, chunk }] of this.#edits) {
      const version = versions.get(space) ?? this.#newestVersion(space) + 1;
      versions.set(space, version);
      this.#connection.run(
        'update vector_chunks set version = ?, live = ?, image = ? where key = ?',
        ...[version, chunk.live, chunk.image, key],
      );
    }
  }

  #space(embedder: number, dimensions: number): number {
    const known = this.#connection.get<{ key: number }>(
      'select key from vector_spaces where owner = ? and embedder = ? and dimensions = ?',
      ...[this.#owner, embedder, dimensions],
    );
    if (known) return known.key;
    const sql = 'insert into vector_spaces (owner, embedder, dimensions) values (?, ?, ?)';
    return this.#connection.run(sql, this.#owner, embedder, dimensions).key;
  }

  #chunkWithRoom(space: number, dimensions: number): number {
    for (const [key, edit] of this.#edits) if (edit.space === space && edit.live < CHUNK_SLOTS) return key;
    const stored = this.#connection.all<{ key: number }>(
      'select key from vector_chunks indexed by vector_chunks_with_room where space = ? and live < 128',
      space,
    );
    const open = stored.find(({ key }) => !this.#edits.has(key));
    if (open) return open.key;
    const sql = "insert into vector_chunks (space, version, live, image) values (?, 0, 0, x'')";
    const { key } = this.#connection.run(sql, space);
    this.#edits.set(key, { space, chunk: new VectorChunk(dimensions), live: 0 });
    return key;
  }

  #edit(key: number): Edit {
    const open = this.#edits.get(key);
    if (open) return open;
    const row = this.#connection.get<{ space: number; dimensions: number; live: number; image: Uint8Array }>(
      `select c.space, s.dimensions, c.live, c.image from vector_chunks c join vector_spaces s on s.key = c.space
       where c.key = ?`,
      key,
    );
    if (!row) throw new RangeError(`vector chunk ${key} is missing`);
    const edit = { space: row.space, chunk: new VectorChunk(row.dimensions, row.image), live: row.live };
    this.#edits.set(key, edit);
    return edit;
  }

  #newestVersion(space: number): number {
    const sql = 'select max(version) as version from vector_chunks where space = ?';
    return this.#connection.get<{ version: number | null }>(sql, space)?.version ?? 0;
  }
}
