import type { CodedVector } from './vector-code.ts';

const PLANES_AT = 4;

/** A coded vector in one piece, as a version keeps it: scale (float32), coarse plane, residue. */
export function packVector({ scale, coarse, residue }: CodedVector): Uint8Array {
  const packed = new Uint8Array(PLANES_AT + 2 * residue.length);
  new DataView(packed.buffer).setFloat32(0, scale, true);
  packed.set(new Uint8Array(coarse.buffer, coarse.byteOffset, residue.length), PLANES_AT);
  packed.set(new Uint8Array(residue.buffer, residue.byteOffset, residue.length), PLANES_AT + residue.length);
  return packed;
}

export const packedDimensions = (packed: Uint8Array): number => (packed.length - PLANES_AT) / 2;

/** Views of it, without the empty cells that fill up a coarse row. */
export function unpackVector(packed: Uint8Array): CodedVector {
  const dimensions = packedDimensions(packed);
  const { buffer, byteOffset } = packed;
  return {
    scale: new DataView(buffer, byteOffset).getFloat32(0, true),
    coarse: new Int8Array(buffer, byteOffset + PLANES_AT, dimensions),
    residue: new Int8Array(buffer, byteOffset + PLANES_AT + dimensions, dimensions),
  };
}
