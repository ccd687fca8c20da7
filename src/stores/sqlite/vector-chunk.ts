import { type CodedVector, strideOf } from './vector-code.ts';

/**
 * How many vectors share a row: 128 of 384 dimensions are 50 KB, little enough to rewrite for one more, and enough to load
 * and to scan fast. The schema's index of chunks with room names the same number.
 */
export const CHUNK_SLOTS = 128;
export const SCALES_OFFSET = 0;
export const KEYS_OFFSET = 4 * CHUNK_SLOTS;
export const ROWS_OFFSET = 8 * CHUNK_SLOTS;

export const chunkBytes = (dimensions: number): number => ROWS_OFFSET + CHUNK_SLOTS * strideOf(dimensions);

/**
 * Vectors side by side, the same in the file and in the kernel's memory: scales (float32), memory keys (uint32), coarse
 * rows (int8). The file leaves out the rows after the last one. An empty slot has key 0 and a scale that is not a number.
 */
export class VectorChunk {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #stride: number;
  readonly #scales: Float32Array;
  readonly #keys: Uint32Array;

  constructor(dimensions: number, image?: Uint8Array) {
    this.#stride = strideOf(dimensions);
    this.#bytes = new Uint8Array(chunkBytes(dimensions));
    this.#scales = new Float32Array(this.#bytes.buffer, SCALES_OFFSET, CHUNK_SLOTS);
    this.#keys = new Uint32Array(this.#bytes.buffer, KEYS_OFFSET, CHUNK_SLOTS);
    if (image) this.#bytes.set(image);
    else this.#scales.fill(Number.NaN);
  }

  get live(): number {
    return this.#keys.reduce((count, key) => (key === 0 ? count : count + 1), 0);
  }

  get image(): Uint8Array {
    const last = this.#keys.findLastIndex((key) => key !== 0);
    return this.#bytes.subarray(0, ROWS_OFFSET + (last + 1) * this.#stride);
  }

  add(key: number, scale: number, coarse: Int8Array): void {
    const slot = this.#keys.indexOf(0);
    this.#keys[slot] = key;
    this.#scales[slot] = scale;
    this.#bytes.set(new Uint8Array(coarse.buffer, coarse.byteOffset, coarse.length), ROWS_OFFSET + slot * this.#stride);
  }

  /** What is kept of a vector here. */
  get(key: number): Pick<CodedVector, 'scale' | 'coarse'> {
    const slot = this.#keys.indexOf(key);
    const row = ROWS_OFFSET + slot * this.#stride;
    return {
      scale: this.#scales[slot] as number,
      coarse: new Int8Array(this.#bytes.buffer.slice(row, row + this.#stride)),
    };
  }

  remove(key: number): void {
    const slot = this.#keys.indexOf(key);
    this.#keys[slot] = 0;
    this.#scales[slot] = Number.NaN;
  }
}
