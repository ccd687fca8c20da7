import type { Connection } from './connection.ts';
import { chunkBytes, ROWS_OFFSET } from './vector-chunk.ts';
import { strideOf } from './vector-code.ts';
import type { VectorKernel } from './vector-kernel.ts';

export interface ResidentChunk {
  readonly block: number;
  /** Slots in use, from the first to the last. */
  count: number;
}

export interface ResidentSpace {
  readonly key: number;
  readonly dimensions: number;
  readonly stride: number;
  readonly chunks: Map<number, ResidentChunk>;
  version: number;
}

/** Coarse vectors in memory, by space; those not used for longest give way when the budget is spent. */
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

  /** The space as it stands in the file now, whoever wrote to it: only what changed is read. */
  space(key: number, dimensions: number): ResidentSpace {
    const space = this.#spaces.get(key) ?? {
      ...{ key, dimensions, stride: strideOf(dimensions) },
      chunks: new Map<number, ResidentChunk>(),
      version: 0,
    };
    this.#spaces.delete(key);
    this.#spaces.set(key, space);
    const changed = this.#connection.each<{ key: number; version: number; image: Uint8Array }>(
      'select key, version, image from vector_chunks where space = ? and version > ? order by version',
      ...[key, space.version],
    );
    let newest = space.version;
    for (const { key: chunk, version, image } of changed) {
      this.#place(space, chunk, image);
      newest = version;
    }
    space.version = newest;
    return space;
  }

  #place(space: ResidentSpace, key: number, image: Uint8Array): void {
    const size = chunkBytes(space.dimensions);
    const known = space.chunks.get(key);
    if (!known) this.#makeRoom(size, space);
    const chunk = known ?? { block: this.#kernel.allocate(size), count: 0 };
    chunk.count = (image.length - ROWS_OFFSET) / space.stride;
    new Uint8Array(this.#kernel.buffer, chunk.block, size).set(image);
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
    for (const { block } of space.chunks.values()) this.#kernel.release(block, chunkBytes(space.dimensions));
  }
}
