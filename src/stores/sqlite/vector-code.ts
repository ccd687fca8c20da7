import { SouvenirError } from '../../errors.ts';

/** The largest 16-bit value whose high part, rounded, still fits in a signed byte. */
const LARGEST = 127 * 256 + 127;
const MAX_DIMENSIONS = 65_536;

/** A vector as 16-bit integers times a scale, in two planes: `coarse` for scanning, `residue` to make it precise. */
export interface CodedVector {
  readonly scale: number;
  readonly coarse: Int8Array;
  readonly residue: Int8Array;
}

/** The cells of a coarse row: the kernel reads 16 at a time. */
export const strideOf = (dimensions: number): number => Math.ceil(dimensions / 16) * 16;

/** Brought to unit length; `undefined` for one that has no direction. */
export function unitVector(vector: Float32Array): Float32Array | undefined {
  if (vector.length > MAX_DIMENSIONS) {
    throw new SouvenirError('invalidInput', `A vector of ${vector.length} dimensions is too long.`, {
      advice: `Use an embedder of at most ${MAX_DIMENSIONS} dimensions.`,
    });
  }
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) return undefined;
  return vector.map((value) => value / length);
}

export function encodeVector(unit: Float32Array): CodedVector {
  const scale = Math.fround(largest(unit) / LARGEST);
  const coarse = new Int8Array(strideOf(unit.length));
  const residue = new Int8Array(unit.length);
  for (let index = 0; index < unit.length; index++) {
    const value = Math.max(-LARGEST, Math.min(LARGEST, Math.round((unit[index] ?? 0) / scale)));
    const high = Math.round(value / 256);
    coarse[index] = high;
    residue[index] = value - high * 256;
  }
  return { scale, coarse, residue };
}

/** The query in cells of 0 to 127, where 64 stands for nothing, as the kernel wants it: rough, for what is scored precisely later. */
export function encodeQuery(unit: Float32Array): Uint8Array {
  const scale = largest(unit) / 63;
  const query = new Uint8Array(strideOf(unit.length));
  for (let index = 0; index < unit.length; index++) query[index] = Math.round((unit[index] ?? 0) / scale) + 64;
  return query;
}

export function preciseCosine(unit: Float32Array, { scale, coarse, residue }: CodedVector): number {
  let sum = 0;
  for (let index = 0; index < unit.length; index++) {
    sum += (unit[index] as number) * ((coarse[index] as number) * 256 + (residue[index] as number));
  }
  return sum * scale;
}

/** At unit length again, as far as it was kept precisely. */
export function decodeVector({ scale, coarse, residue }: CodedVector): Float32Array {
  const vector = Float32Array.from(residue, (low, index) => ((coarse[index] as number) * 256 + low) * scale);
  return unitVector(vector) ?? vector;
}

function largest(vector: Float32Array): number {
  let most = 0;
  for (const value of vector) most = Math.max(most, Math.abs(value));
  return most;
}
