// Relaxed SIMD: 14-bit activations as a high and a low byte of 7 bits, four at a time against four int8 weights of each
// of eight columns. The high bytes' sum is shifted before the low bytes are added to it.
import { BLOCK } from './shape';

export const STEP: usize = 4;
export const PASSES: usize = 2;
export const CENTRE: f32 = 0;

// @ts-ignore: decorator
@inline
export function storeQuantised(q: v128, to: usize, passSize: usize): void {
  const high = i32x4.shr_u(q, 7);
  const low = v128.and(q, i32x4.splat(127));
  const words = i16x8.narrow_i32x4_s(high, low);
  const bytes = i8x16.narrow_i16x8_u(words, words);
  v128.store32_lane(to, bytes, 0);
  v128.store32_lane(to + passSize, bytes, 1);
}

// @ts-ignore: decorator
@inline
export function loadWeights(from: usize, half: usize): v128 {
  return v128.load(from + half * 16);
}

// @ts-ignore: decorator
@inline
export function dot(weights: v128, activations: v128, sum: v128): v128 {
  return i32x4.relaxed_dot_i8x16_i7x16_add_s(weights, activations, sum);
}
