import { readFile } from 'node:fs/promises';
import { SouvenirError } from '../../errors.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import type { Connection } from './connection.ts';
import { CHUNK_SLOTS, ROWS_OFFSET, SCALES_OFFSET, type Sieve, strideOf } from './vector-format.ts';

const PAGE = 65_536;
const SCORES_AT = 1024;
const SLOTS_AT = SCORES_AT + 4 * CHUNK_SLOTS;
const QUERY_AT = 4096;
const TABLE_AT = 2 * PAGE;
/** Leaves room for the query of the longest vector. */
const BLOCKS_AT = 4 * PAGE;

/** The signs of fewer cells are too inexact; the sums of more do not fit in 16 bits. */
const [MIN_SIEVED_STRIDE, MAX_SIEVED_STRIDE] = [256, 4096];
export const isSieved = (stride: number): boolean => stride >= MIN_SIEVED_STRIDE && stride <= MAX_SIEVED_STRIDE;

const sumsOffset = (stride: number): number => ROWS_OFFSET + CHUNK_SLOTS * stride;
const factorsOffset = (stride: number): number => sumsOffset(stride) + 4 * CHUNK_SLOTS;
const signsOffset = (stride: number): number => factorsOffset(stride) + 4 * CHUNK_SLOTS;
const blockBytes = (stride: number): number =>
  isSieved(stride) ? signsOffset(stride) + (CHUNK_SLOTS / 8) * stride : factorsOffset(stride);

interface KernelExports {
  readonly memory: WebAssembly.Memory;
  sum(rows: number, count: number, stride: number, sums: number): void;
  scan(rows: number, scales: number, sums: number, count: number, stride: number, query: number, scores: number): void;
  mark(rows: number, scales: number, count: number, stride: number, signs: number, factors: number): void;
  sift(block: number, stride: number, center: number, bar: number): number;
}

let compiled: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  const asset = new URL('../../../assets/vector-scan.wasm', import.meta.url);
  const bytes = await readFile(asset).catch((cause) => {
    throw new SouvenirError('storeFailed', `${asset.pathname} is missing.`, {
      advice: 'Install the package again; in a checkout, run `npm run build`.',
      cause,
    });
  });
  return WebAssembly.compile(bytes);
}

export class VectorKernel {
  readonly #exports: KernelExports;
  readonly #free = new Map<number, number[]>();
  #end = BLOCKS_AT;
  #used = 0;

  private constructor(exports: KernelExports) {
    this.#exports = exports;
  }

  static async load(): Promise<VectorKernel> {
    compiled ??= compile();
    const { exports } = new WebAssembly.Instance(await compiled, {});
    return new VectorKernel(exports as unknown as KernelExports);
  }

  get used(): number {
    return this.#used;
  }

  /** Changes whenever memory grows: read it again after every allocation. */
  get buffer(): ArrayBuffer {
    return this.#exports.memory.buffer;
  }

  allocate(size: number): number {
    const block = this.#free.get(size)?.pop() ?? this.#extend(size);
    this.#used += size;
    return block;
  }

  release(block: number, size: number): void {
    this.#used -= size;
    if (this.#used === 0) {
      this.#free.clear();
      this.#end = BLOCKS_AT;
      return;
    }
    const free = this.#free.get(size);
    if (free) free.push(block);
    else this.#free.set(size, [block]);
  }

  setQuery(query: Uint8Array): void {
    new Uint8Array(this.buffer, QUERY_AT, query.length).set(query);
  }

  /** The scores of the last `scan` or `sift`. */
  scores(): Float32Array {
    return new Float32Array(this.buffer, SCORES_AT, CHUNK_SLOTS);
  }

  /** The slots of the rows from the last `sift`. */
  slots(): Uint32Array {
    return new Uint32Array(this.buffer, SLOTS_AT, CHUNK_SLOTS);
  }

  /** Writes a chunk into its block, and after it the sums for a scan, and the signs and factors for a sieve. */
  putChunk(image: Uint8Array, block: number, count: number, stride: number): void {
    new Uint8Array(this.buffer, block, image.length).set(image);
    this.#exports.sum(block + ROWS_OFFSET, count, stride, block + sumsOffset(stride));
    if (!isSieved(stride)) return;
    const [signs, factors] = [block + signsOffset(stride), block + factorsOffset(stride)];
    this.#exports.mark(block + ROWS_OFFSET, block + SCALES_OFFSET, count, stride, signs, factors);
  }

  /** The sum of a row's absolute cells at unit length, squared: the mean over the rows of a chunk. */
  evenness(block: number, count: number, stride: number): number {
    let sum = 0;
    let live = 0;
    for (const factor of new Float32Array(this.buffer, block + factorsOffset(stride), count)) {
      if (Number.isNaN(factor)) continue;
      sum += 1 / (factor * factor);
      live += 1;
    }
    return live === 0 ? Number.POSITIVE_INFINITY : sum / live;
  }

  scan(block: number, count: number, stride: number): void {
    const sums = block + sumsOffset(stride);
    this.#exports.scan(block + ROWS_OFFSET, block + SCALES_OFFSET, sums, count, stride, QUERY_AT, SCORES_AT);
  }

  setSieve({ table }: Sieve): void {
    new Uint8Array(this.buffer, TABLE_AT, table.length).set(table);
  }

  sift(block: number, stride: number, center: number, bar: number): number {
    return this.#exports.sift(block, stride, center, bar);
  }

  #extend(size: number): number {
    const block = this.#end;
    const missing = block + size - this.buffer.byteLength;
    if (missing > 0) {
      const pages = Math.ceil(missing / PAGE);
      const generous = Math.max(pages, Math.ceil(this.buffer.byteLength / PAGE / 4));
      try {
        this.#exports.memory.grow(generous);
      } catch {
        this.#exports.memory.grow(pages);
      }
    }
    this.#end += size;
    return block;
  }
}

export interface ResidentChunk {
  readonly block: number;
  count: number;
  /** Whether a cosine by signs is about as exact as for random vectors. */
  hasEvenCells: boolean;
}

export interface ResidentSpace {
  readonly key: number;
  readonly dimensions: number;
  readonly stride: number;
  readonly chunks: Map<number, ResidentChunk>;
  version: number;
}

/**
 * Share of the dimensions; random vectors have 0.64. A cosine by signs errs by the root of `1 / evenness - 1 / dimensions`, at 0.5 by a third more
 * than the sieve expects. Vectors with many cells of 0 are far below.
 */
const MIN_EVENNESS = 0.5;

/** Fewer chunks are read in a slice or two. */
const MIN_PREPARED_CHUNKS = 100;

export class ResidentVectors {
  readonly #connection: Connection;
  readonly #kernel: VectorKernel;
  readonly #budget: number;
  readonly #spaces = new Map<number, ResidentSpace>();

  constructor(connection: Connection, kernel: VectorKernel, budget: number) {
    this.#connection = connection;
    this.#kernel = kernel;
    this.#budget = budget;
  }

  /** The space as it is in the file now: reads only chunks that any process wrote since the last call. */
  space(key: number, dimensions: number): ResidentSpace {
    const space = this.#open(key, dimensions);
    const changed = this.#connection.each<{ key: number; version: number; image: Uint8Array }>(
      'select key, version, image from vector_chunks where space = ? and version > ? order by version',
      ...[key, space.version],
    );
    let newest = space.version;
    for (const { key: chunk, version, image } of changed) {
      this.#putChunk(space, chunk, image);
      newest = version;
    }
    space.version = newest;
    return space;
  }

  /** Reads the chunks of a first search in steps; `space` reads the chunks that are written meanwhile. */
  async prepare(key: number, dimensions: number): Promise<void> {
    const { version } = this.#spaces.get(key) ?? { version: 0 };
    const pending = this.#connection.all<{ key: number; version: number }>(
      'select key, version from vector_chunks where space = ? and version > ? order by version',
      ...[key, version],
    );
    if (pending.length < MIN_PREPARED_CHUNKS) return;
    const space = this.#open(key, dimensions);
    for (const chunk of pending) {
      await yieldToEventLoop();
      while (this.#connection.underway) await this.#connection.underway;
      // Others may have evicted the space, or have read further.
      if (this.#spaces.get(key) !== space || space.version !== version) return;
      const sql = 'select image from vector_chunks where key = ?';
      const image = this.#connection.get<{ image: Uint8Array }>(sql, chunk.key)?.image;
      if (image !== undefined) this.#putChunk(space, chunk.key, image);
    }
    space.version = pending.at(-1)?.version ?? version;
  }

  #open(key: number, dimensions: number): ResidentSpace {
    const space = this.#spaces.get(key) ?? {
      ...{ key, dimensions, stride: strideOf(dimensions) },
      chunks: new Map<number, ResidentChunk>(),
      version: 0,
    };
    this.#spaces.delete(key);
    this.#spaces.set(key, space);
    return space;
  }

  #putChunk(space: ResidentSpace, key: number, image: Uint8Array): void {
    const size = blockBytes(space.stride);
    const known = space.chunks.get(key);
    if (!known) this.#makeRoom(size, space);
    const chunk = known ?? { block: this.#kernel.allocate(size), count: 0, hasEvenCells: true };
    chunk.count = (image.length - ROWS_OFFSET) / space.stride;
    this.#kernel.putChunk(image, chunk.block, chunk.count, space.stride);
    if (isSieved(space.stride)) {
      const evenness = this.#kernel.evenness(chunk.block, chunk.count, space.stride);
      chunk.hasEvenCells = evenness >= MIN_EVENNESS * space.dimensions;
    }
    space.chunks.set(key, chunk);
  }

  #makeRoom(size: number, except: ResidentSpace): void {
    for (const space of this.#spaces.values()) {
      if (this.#kernel.used + size <= this.#budget) return;
      if (space !== except) this.#drop(space);
    }
  }

  #drop(space: ResidentSpace): void {
    this.#spaces.delete(space.key);
    for (const { block } of space.chunks.values()) this.#kernel.release(block, blockBytes(space.stride));
  }
}
