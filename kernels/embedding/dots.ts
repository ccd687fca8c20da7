// Plain SIMD: 14-bit activations in int16, two of them at a time against two int8 weights of each of eight columns.
import { BLOCK } from './shape';

/** Inner positions that one 32-bit word of quantised activations holds. */
export const STEP: usize = 2;
/** The value of a quantised 0, counted from the row's minimum. */
export const CENTRE: f32 = 8192;

/** Writes four activations, quantised to 0..16383, into their row's slots. */
// @ts-ignore: decorator
@inline
export function storeQuantised(q: v128, to: usize): void {
  const centred = i32x4.sub(q, i32x4.splat(8192));
  const packed = i16x8.narrow_i32x4_s(centred, centred);
  v128.store32_lane(to, packed, 0);
  v128.store32_lane(to + BLOCK * 4, packed, 1);
}

// @ts-ignore: decorator
@inline
export function loadWeights(from: usize, half: usize): v128 {
  return v128.load8x8_s(from + half * 8);
}

/** sum + the products of one word of activations with four columns' weights */
// @ts-ignore: decorator
@inline
export function dot(weights: v128, activations: v128, sum: v128): v128 {
  return i32x4.add(sum, i32x4.dot_i16x8_s(weights, activations));
}
