import { unitVector } from '../shared/unit-vector.ts';

/** The largest 16-bit value whose high part, rounded, still fits in a signed byte. */
const MAX_CODED_VALUE = 127 * 256 + 127;

/** A vector as 16-bit integers times a scale, in two planes: `coarse` for scanning, `residue` for precision. */
export interface CodedVector {
  readonly scale: number;
  readonly coarse: Int8Array;
  readonly residue: Int8Array;
}

/** The kernel reads 16 cells of a coarse row at a time. */
export const strideOf = (dimensions: number): number => Math.ceil(dimensions / 16) * 16;

export function encodeVector(unit: Float32Array): CodedVector {
  const scale = Math.fround(maxAbsolute(unit) / MAX_CODED_VALUE);
  const coarse = new Int8Array(strideOf(unit.length));
  const residue = new Int8Array(unit.length);
  for (let index = 0; index < unit.length; index++) {
    const value = Math.max(-MAX_CODED_VALUE, Math.min(MAX_CODED_VALUE, Math.round((unit[index] ?? 0) / scale)));
    const high = Math.round(value / 256);
    coarse[index] = high;
    residue[index] = value - high * 256;
  }
  return { scale, coarse, residue };
}

const queryScale = (unit: Float32Array): number => maxAbsolute(unit) / 63;

/** The query in the kernel's format, for rough scores: cells of 0 to 127 with 64 as zero. */
export function encodeQuery(unit: Float32Array): Uint8Array {
  const scale = queryScale(unit);
  const query = new Uint8Array(strideOf(unit.length));
  for (let index = 0; index < unit.length; index++) query[index] = Math.round((unit[index] ?? 0) / scale) + 64;
  return query;
}

/** Sums of four entries of a table fit in a byte. */
const MAX_TABLE_SUM = 63;
/** Tolerated error of a cosine by signs, in standard deviations: the sieve loses two of 100 vectors at the bar, and hardly one above it. */
const DEVIATIONS = 2;
/** The standard deviation of that error, times the root of the dimensions, for random vectors. */
const DEVIATION = Math.sqrt(Math.PI / 2 - 1);

export interface Sieve {
  /** For each four cells, the sums of their values under all 16 combinations of signs. */
  readonly table: Uint8Array;
  /** The constant that the table adds to the sum of each row. */
  readonly center: number;
  /** The least sum by signs of a row that may exceed the rough score. */
  barOf(score: number): number;
}

export function encodeSieve(unit: Float32Array): Sieve {
  const groups = strideOf(unit.length) / 4;
  const sums = Array.from({ length: groups }, (_, group) =>
    unit.subarray(4 * group, 4 * group + 4).reduce((sum, value) => sum + Math.abs(value), 0),
  );
  const scale = MAX_TABLE_SUM / (2 * Math.max(...sums));
  const table = new Uint8Array(16 * groups);
  for (const [group, absoluteSum] of sums.entries())
    for (let signs = 0; signs < 16; signs++) {
      let sum = absoluteSum;
      for (let cell = 0; cell < 4; cell++) sum += (signs & (1 << cell) ? 1 : -1) * (unit[4 * group + cell] ?? 0);
      table[16 * group + signs] = Math.round(sum * scale);
    }
  const cosineOfScore = 256 * queryScale(unit);
  const margin = (DEVIATIONS * DEVIATION) / Math.sqrt(unit.length);
  return {
    table,
    center: scale * sums.reduce((sum, value) => sum + value, 0),
    barOf: (score) => scale * (score * cosineOfScore - margin),
  };
}

/** The cosine without the residue, to about three digits. */
export function cosineOf(
  unit: Float32Array,
  { scale, coarse, residue }: Pick<CodedVector, 'scale' | 'coarse'> & Partial<CodedVector>,
): number {
  let sum = 0;
  for (let index = 0; index < unit.length; index++) {
    sum += (unit[index] as number) * ((coarse[index] as number) * 256 + (residue?.[index] ?? 0));
  }
  return sum * scale;
}

/** The stored vector at unit length, to about four digits. */
export function decodeVector({ scale, coarse, residue }: CodedVector): Float32Array {
  const vector = new Float32Array(residue.length);
  for (let index = 0; index < vector.length; index++)
    vector[index] = ((coarse[index] as number) * 256 + (residue[index] as number)) * scale;
  return unitVector(vector) ?? vector;
}

function maxAbsolute(vector: Float32Array): number {
  let max = 0;
  for (const value of vector) max = Math.max(max, Math.abs(value));
  return max;
}

const PLANES_AT = 4;

/** The format of a past version's vector: scale (float32), coarse plane, residue. */
export function packVector({ scale, coarse, residue }: CodedVector): Uint8Array {
  const packed = new Uint8Array(PLANES_AT + 2 * residue.length);
  new DataView(packed.buffer).setFloat32(0, scale, true);
  packed.set(new Uint8Array(coarse.buffer, coarse.byteOffset, residue.length), PLANES_AT);
  packed.set(new Uint8Array(residue.buffer, residue.byteOffset, residue.length), PLANES_AT + residue.length);
  return packed;
}

export const packedDimensions = (packed: Uint8Array): number => (packed.length - PLANES_AT) / 2;

export function unpackVector(packed: Uint8Array): CodedVector {
  const dimensions = packedDimensions(packed);
  const { buffer, byteOffset } = packed;
  return {
    scale: new DataView(buffer, byteOffset).getFloat32(0, true),
    coarse: new Int8Array(buffer, byteOffset + PLANES_AT, dimensions),
    residue: new Int8Array(buffer, byteOffset + PLANES_AT + dimensions, dimensions),
  };
}

/** 128 vectors of 384 dimensions are 50 KB, few enough to rewrite for one more, and enough to scan fast. The schema's index has the same number. */
export const CHUNK_SLOTS = 128;
export const SCALES_OFFSET = 0;
export const KEYS_OFFSET = 4 * CHUNK_SLOTS;
export const ROWS_OFFSET = 8 * CHUNK_SLOTS;

export const chunkBytes = (dimensions: number): number => ROWS_OFFSET + CHUNK_SLOTS * strideOf(dimensions);

/**
 * Vectors side by side, the same in the file and in the kernel's memory: scales (float32), memory keys (uint32), coarse rows (int8). The file
 * leaves out the rows after the last one. An empty slot has key 0 and a scale that is not a number.
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
    this.#bytes.fill(0, ROWS_OFFSET + slot * this.#stride, ROWS_OFFSET + (slot + 1) * this.#stride);
  }
}
