import type { Hit, VectorQuery } from '../../contracts/store.ts';
import { apartVectors } from './apart-states.ts';
import { BestCandidates } from './best-candidates.ts';
import type { Connection } from './connection.ts';
import { packedDimensions, unpackVector } from './packed-vector.ts';
import { passingCandidates } from './passing-candidates.ts';
import type { ResidentChunk, ResidentSpace, ResidentVectors } from './resident-vectors.ts';
import { CHUNK_SLOTS, KEYS_OFFSET, ROWS_OFFSET, SCALES_OFFSET } from './vector-chunk.ts';
import { type CodedVector, encodeQuery, preciseCosine, unitVector } from './vector-code.ts';
import type { VectorKernel } from './vector-kernel.ts';

/** The coarse plane errs little. */
const MARGIN = 1.2;

/** Where the vector of a memory lies. */
interface Place {
  readonly block: number;
  readonly slot: number;
}

export class VectorSearch {
  readonly #connection: Connection;
  readonly #kernel: VectorKernel;
  readonly #resident: ResidentVectors;

  constructor(connection: Connection, kernel: VectorKernel, resident: ResidentVectors) {
    this.#connection = connection;
    this.#kernel = kernel;
    this.#resident = resident;
  }

  search(owner: number, query: VectorQuery): Hit[] {
    const unit = unitVector(query.vector);
    const embedder = this.#connection.names.find(owner, query.embedderId);
    if (!unit || embedder === undefined || query.limit <= 0) return [];
    const apart = query.filter.asOf ? this.#apart(owner, embedder, unit, query) : [];
    return [...this.#indexed(owner, embedder, unit, query), ...apart]
      .sort((a, b) => b.score - a.score || (a.memoryId < b.memoryId ? -1 : 1))
      .slice(0, query.limit);
  }

  #indexed(owner: number, embedder: number, unit: Float32Array, { filter, limit }: VectorQuery): Hit[] {
    const space = this.#space(owner, embedder, unit.length);
    if (!space) return [];
    this.#kernel.setQuery(encodeQuery(unit));
    const places = new Map<number, Place>();
    const wanted = { filter, limit, margin: MARGIN, columns: ['key', 'id', 'residue'] as const };
    const found = passingCandidates(this.#connection, owner, wanted, (width, allowed) =>
      this.#scan(space, width, places, allowed),
    );
    return found.map(({ key, id, residue: { buffer, byteOffset, length } }) => {
      const residue = new Int8Array(buffer, byteOffset, length);
      const coarse = this.#coarse(space, places.get(key) as Place);
      return { memoryId: id, score: preciseCosine(unit, { ...coarse, residue }) };
    });
  }

  /** All of them: what has changed since is not in memory. */
  #apart(owner: number, embedder: number, unit: Float32Array, { filter }: VectorQuery): Hit[] {
    const hits: Hit[] = [];
    for (const { id, vector } of apartVectors(this.#connection, owner, filter, embedder)) {
      if (packedDimensions(vector) !== unit.length) continue;
      hits.push({ memoryId: id, score: preciseCosine(unit, unpackVector(vector)) });
    }
    return hits;
  }

  #space(owner: number, embedder: number, dimensions: number): ResidentSpace | undefined {
    const row = this.#connection.get<{ key: number }>(
      'select key from vector_spaces where owner = ? and embedder = ? and dimensions = ?',
      ...[owner, embedder, dimensions],
    );
    return row && this.#resident.space(row.key, dimensions);
  }

  /** The keys of the nearest by the coarse plane alone; notes where they lie. */
  #scan(space: ResidentSpace, width: number, places: Map<number, Place>, allowed?: ReadonlySet<number>): number[] {
    const best = new BestCandidates(width);
    const chunks = [...space.chunks.values()];
    const scores = this.#kernel.scores();
    const words = new Uint32Array(this.#kernel.buffer);
    const keyAt = (block: number, slot: number) => words[((block + KEYS_OFFSET) >> 2) + slot] as number;
    let { bar } = best;
    for (const [index, { block, count }] of chunks.entries()) {
      this.#kernel.scan(block, count, space.stride);
      for (let slot = 0; slot < count; slot++) {
        const score = scores[slot] as number;
        if (score > bar && (!allowed || allowed.has(keyAt(block, slot)))) {
          best.offer(index * CHUNK_SLOTS + slot, score);
          bar = best.bar;
        }
      }
    }
    return Array.from(best.items, (item) => {
      const slot = item % CHUNK_SLOTS;
      const { block } = chunks[(item - slot) / CHUNK_SLOTS] as ResidentChunk;
      const key = keyAt(block, slot);
      places.set(key, { block, slot });
      return key;
    });
  }

  #coarse(space: ResidentSpace, { block, slot }: Place): Pick<CodedVector, 'scale' | 'coarse'> {
    const { buffer } = this.#kernel;
    const row = block + ROWS_OFFSET + slot * space.stride;
    return {
      scale: new Float32Array(buffer, block + SCALES_OFFSET, CHUNK_SLOTS)[slot] as number,
      coarse: new Int8Array(buffer, row, space.stride),
    };
  }
}
