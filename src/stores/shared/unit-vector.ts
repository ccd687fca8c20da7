import { SouvenirError } from '../../errors.ts';

/** `undefined` for a zero vector or one that is not finite. */
export function unitVector(vector: Float32Array, maxDimensions = 65_536): Float32Array | undefined {
  if (vector.length > maxDimensions) {
    throw new SouvenirError('invalidInput', `A vector of ${vector.length} dimensions is too long.`, {
      advice: `Use an embedder of at most ${maxDimensions} dimensions.`,
    });
  }
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) return undefined;
  return vector.map((value) => value / length);
}
