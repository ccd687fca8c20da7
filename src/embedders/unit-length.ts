/** The same direction at length 1; `undefined` if there is no direction. */
export function unitLength(values: ArrayLike<number>): Float32Array | undefined {
  const vector = Float64Array.from(values);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length > 0 && Number.isFinite(length) ? Float32Array.from(vector, (value) => value / length) : undefined;
}
