import type { Embedding, MemoryMatch, VectorQuery } from '../../contracts/store.ts';
import { unitVector } from '../shared/unit-vector.ts';
import { BestCandidates, passingCandidates } from './candidates.ts';
import type { Connection } from './connection.ts';
import type { MemoryCache } from './memory-cache.ts';
import {
  CHUNK_SLOTS,
  type CodedVector,
  cosineOf,
  decodeVector,
  encodeQuery,
  encodeSieve,
  encodeVector,
  KEYS_OFFSET,
  packedDimensions,
  ROWS_OFFSET,
  SCALES_OFFSET,
  unpackVector,
  VectorChunk,
} from './vector-format.ts';
import {
  isSieved,
  type ResidentChunk,
  type ResidentSpace,
  type ResidentVectors,
  type VectorKernel,
} from './vector-kernel.ts';
import { apartVectors } from './versions.ts';

const MARGIN = 1.2;

/** From this many dimensions on, the coarse plane alone gives a cosine to three digits; the rest would take a seventh of a recall. */
const MIN_COARSE_ONLY_DIMENSIONS = 256;

interface VectorSlot {
  readonly block: number;
  readonly slot: number;
}

/** Up to this many memories a scan is as fast as a sieve. */
export const EXACT_UP_TO = 8_000;
/** The sample is every eighth chunk; it gives one and a half times its share of the nearest. */
const SAMPLE_STEP = 8;
const SPARE = 1.5;

const isSiftable = ({ stride, chunks }: ResidentSpace): boolean =>
  isSieved(stride) &&
  chunks.size * CHUNK_SLOTS >= EXACT_UP_TO &&
  [...chunks.values()].every(({ hasEvenCells }) => hasEvenCells);

const keyAt = (words: Uint32Array, block: number, slot: number): number =>
  words[((block + KEYS_OFFSET) >> 2) + slot] as number;

const signed = ({ buffer, byteOffset, length }: Uint8Array) => new Int8Array(buffer, byteOffset, length);

function spaceKey(connection: Connection, owner: number, embedder: number, dimensions: number): number | undefined {
  const sql = 'select key from vector_spaces where owner = ? and embedder = ? and dimensions = ?';
  return connection.get<{ key: number }>(sql, owner, embedder, dimensions)?.key;
}

export class VectorSearch {
  readonly #connection: Connection;
  readonly #kernel: VectorKernel;
  readonly #resident: ResidentVectors;
  readonly #cache: MemoryCache;

  constructor(connection: Connection, kernel: VectorKernel, resident: ResidentVectors, cache: MemoryCache) {
    this.#connection = connection;
    this.#cache = cache;
    this.#kernel = kernel;
    this.#resident = resident;
  }

  async prepare(owner: number, { embedderId, vector }: VectorQuery): Promise<void> {
    const embedder = this.#connection.names.find(owner, embedderId);
    const key = embedder && spaceKey(this.#connection, owner, embedder, vector.length);
    if (key !== undefined) await this.#resident.prepare(key, vector.length);
  }

  search(owner: number, query: VectorQuery): MemoryMatch[] {
    const unit = unitVector(query.vector);
    const embedder = this.#connection.names.find(owner, query.embedderId);
    if (!unit || embedder === undefined || query.limit <= 0) return [];
    const apart = query.filter.asOf ? this.#apart(owner, embedder, unit, query) : [];
    return [...this.#indexed(owner, embedder, unit, query), ...apart]
      .sort((a, b) => b.score - a.score || (a.memoryId < b.memoryId ? -1 : 1))
      .slice(0, query.limit);
  }

  #indexed(owner: number, embedder: number, unit: Float32Array, { filter, limit }: VectorQuery): MemoryMatch[] {
    const key = spaceKey(this.#connection, owner, embedder, unit.length);
    if (key === undefined) return [];
    const space = this.#resident.space(key, unit.length);
    this.#kernel.setQuery(encodeQuery(unit));
    const slotsByKey = new Map<number, VectorSlot>();
    const wanted = { filter, limit, margin: MARGIN, withText: false };
    const isSifted = isSiftable(space) && this.#isLarge(owner);
    const candidates = passingCandidates(this.#connection, this.#cache, owner, wanted, (width, allowed) => {
      const best =
        isSifted && allowed === undefined ? this.#sift(space, unit, width) : this.#scan(space, width, allowed);
      return this.#locate(space, best, slotsByKey);
    });
    const residues = unit.length < MIN_COARSE_ONLY_DIMENSIONS ? this.#residues(candidates) : undefined;
    return candidates.map(({ key, id }) => {
      const coarse = this.#coarse(space, slotsByKey.get(key) as VectorSlot);
      const residue = residues?.get(key);
      return { memoryId: id, score: cosineOf(unit, { ...coarse, ...(residue && { residue: signed(residue) }) }) };
    });
  }

  /** Counted in memories, because many chunks may be nearly empty. */
  #isLarge(owner: number): boolean {
    const [memories = 0] = this.#connection.column<number>('select documents from owners where key = ?', owner);
    return memories > EXACT_UP_TO;
  }

  #residues(candidates: readonly { readonly key: number }[]): ReadonlyMap<number, Uint8Array> {
    const rows = this.#connection.all<{ memory: number; residue: Uint8Array }>(
      'select r.memory, r.residue from json_each(?) j cross join vector_residues r on r.memory = j.value',
      JSON.stringify(candidates.map(({ key }) => key)),
    );
    return new Map(rows.map(({ memory, residue }) => [memory, residue]));
  }

  /** Reads every past version: their vectors are not resident. */
  #apart(owner: number, embedder: number, unit: Float32Array, { filter }: VectorQuery): MemoryMatch[] {
    const matches: MemoryMatch[] = [];
    for (const { id, vector } of apartVectors(this.#connection, owner, filter, embedder)) {
      if (packedDimensions(vector) !== unit.length) continue;
      matches.push({ memoryId: id, score: cosineOf(unit, unpackVector(vector)) });
    }
    return matches;
  }

  #scan(space: ResidentSpace, width: number, allowed?: ReadonlySet<number>): BestCandidates {
    const best = new BestCandidates(width);
    const scores = this.#kernel.scores();
    const words = new Uint32Array(this.#kernel.buffer);
    let { bar } = best;
    let first = 0;
    for (const { block, count } of space.chunks.values()) {
      this.#kernel.scan(block, count, space.stride);
      for (let slot = 0; slot < count; slot++) {
        const score = scores[slot] as number;
        if (score > bar && (!allowed || allowed.has(keyAt(words, block, slot)))) {
          best.offer(first + slot, score);
          bar = best.bar;
        }
      }
      first += CHUNK_SLOTS;
    }
    return best;
  }

  /**
   * The nearest among the rows whose signs pass: only these rows are read, and signs take an eighth of their room. A sample of the chunks predicts
   * the score of the last of the nearest. All rows are scanned if too few reach it.
   */
  #sift(space: ResidentSpace, unit: Float32Array, width: number): BestCandidates {
    const sieve = encodeSieve(unit);
    this.#kernel.setSieve(sieve);
    const [slots, scores] = [this.#kernel.slots(), this.#kernel.scores()];
    const chunks = [...space.chunks.values()];
    const siftInto = (best: BestCandidates, step: number, minScore: number) => {
      for (let index = 0; index < chunks.length; index += step) {
        const { block } = chunks[index] as ResidentChunk;
        const bar = sieve.barOf(Math.max(minScore, best.bar));
        const count = this.#kernel.sift(block, space.stride, sieve.center, bar);
        for (let at = 0; at < count; at++)
          best.offer(index * CHUNK_SLOTS + (slots[at] as number), scores[at] as number);
      }
      return best;
    };
    const likely = siftInto(new BestCandidates(Math.ceil((SPARE * width) / SAMPLE_STEP)), SAMPLE_STEP, -Infinity).bar;
    const best = siftInto(new BestCandidates(width), 1, likely);
    return best.bar < likely ? this.#scan(space, width) : best;
  }

  #locate(space: ResidentSpace, { items }: BestCandidates, slotsByKey: Map<number, VectorSlot>): number[] {
    const blocks = Array.from(space.chunks.values(), ({ block }) => block);
    const words = new Uint32Array(this.#kernel.buffer);
    return Array.from(items, (item) => {
      const slot = item % CHUNK_SLOTS;
      const block = blocks[(item - slot) / CHUNK_SLOTS] as number;
      const key = keyAt(words, block, slot);
      slotsByKey.set(key, { block, slot });
      return key;
    });
  }

  #coarse(space: ResidentSpace, { block, slot }: VectorSlot): Pick<CodedVector, 'scale' | 'coarse'> {
    const { buffer } = this.#kernel;
    const row = block + ROWS_OFFSET + slot * space.stride;
    return {
      scale: new Float32Array(buffer, block + SCALES_OFFSET, CHUNK_SLOTS)[slot] as number,
      coarse: new Int8Array(buffer, row, space.stride),
    };
  }
}

interface VectorRow {
  readonly key: number;
  readonly memoryId: string;
  readonly chunk: number;
  readonly residue: Uint8Array;
}

export function vectorsOf(connection: Connection, owner: number, memoryIds: readonly string[], embedderId: string) {
  const rows = connection.all<VectorRow>(
    `select m.key, m.id as memoryId, r.chunk, r.residue
     from json_each(?) j cross join memories m on m.owner = ? and m.id = j.value
     cross join vector_residues r on r.memory = m.key where m.embedder = ?`,
    ...[JSON.stringify(memoryIds), owner, connection.names.find(owner, embedderId) ?? -1],
  );
  const chunks = new Map<number, VectorChunk>();
  return rows.map(({ key, memoryId, chunk, residue }) => {
    const loaded = chunks.get(chunk) ?? load(connection, chunk, residue.length);
    chunks.set(chunk, loaded);
    return { memoryId, vector: decodeVector({ ...loaded.get(key), residue: signed(residue) }) };
  });
}

interface Embedded {
  readonly memoryId: string;
  readonly content: string;
  readonly embedder: number;
}

export function embeddingsOf(connection: Connection, owner: number, memoryIds: readonly string[]): Embedding[] {
  const ids = JSON.stringify(memoryIds);
  const current = connection.all<Embedded>(
    `select m.id as memoryId, m.content, m.embedder from json_each(?) j
     cross join memories m on m.owner = ? and m.id = j.value where m.embedder > 0`,
    ...[ids, owner],
  );
  const past = connection.all<Embedded & { readonly vector: Uint8Array }>(
    `select m.id as memoryId, v.content, v.embedder, v.vector from json_each(?) j
     cross join memories m on m.owner = ? and m.id = j.value
     cross join memory_versions v on v.key = m.key where v.embedder > 0 and v.vector is not null`,
    ...[ids, owner],
  );
  const vectors = new Map<string, Float32Array>();
  for (const [embedder, made] of Map.groupBy(current, (row) => row.embedder)) {
    const embeddedIds = made.map(({ memoryId }) => memoryId);
    for (const { memoryId, vector } of vectorsOf(connection, owner, embeddedIds, connection.names.name(embedder)))
      vectors.set(memoryId, vector);
  }
  const embedding = ({ memoryId, content, embedder }: Embedded, vector: Float32Array | undefined): Embedding => ({
    ...{ memoryId, content, embedderId: connection.names.name(embedder), vector },
  });
  return [
    ...current.map((row) => embedding(row, vectors.get(row.memoryId))),
    ...past.map((row) => embedding(row, decodeVector(unpackVector(row.vector)))),
  ];
}

function load(connection: Connection, chunk: number, dimensions: number): VectorChunk {
  const row = connection.get<{ image: Uint8Array }>('select image from vector_chunks where key = ?', chunk);
  return new VectorChunk(dimensions, row?.image);
}

interface Edit {
  readonly space: number;
  readonly chunk: VectorChunk;
  live: number;
}

export class VectorWriter {
  readonly #connection: Connection;
  readonly #owner: number;
  readonly #edits = new Map<number, Edit>();

  constructor(connection: Connection, owner: number) {
    this.#connection = connection;
    this.#owner = owner;
  }

  remove(memory: number): CodedVector | undefined {
    const sql = 'delete from vector_residues where memory = ? returning chunk, residue';
    const row = this.#connection.get<{ chunk: number; residue: Uint8Array }>(sql, memory);
    if (row === undefined) return undefined;
    const edit = this.#edit(row.chunk);
    const coarse = edit.chunk.get(memory);
    edit.chunk.remove(memory);
    edit.live -= 1;
    return { ...coarse, residue: signed(row.residue) };
  }

  /** The memory must have no vector yet. A zero vector, or one that is not finite, is not stored. */
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

  /** Gives every changed chunk a version above all others of its space, for the caches. */
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
    const known = spaceKey(this.#connection, this.#owner, embedder, dimensions);
    const sql = 'insert into vector_spaces (owner, embedder, dimensions) values (?, ?, ?)';
    return known ?? this.#connection.run(sql, this.#owner, embedder, dimensions).key;
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
