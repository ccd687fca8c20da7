// The two builds differ in nothing but what is chosen here.
import * as plain from './plain-dots';
import * as relaxed from './relaxed-dots';

export const STEP: usize = ASC_FEATURE_RELAXED_SIMD ? relaxed.STEP : plain.STEP;
export const PASSES: usize = ASC_FEATURE_RELAXED_SIMD ? relaxed.PASSES : plain.PASSES;
export const CENTRE: f32 = ASC_FEATURE_RELAXED_SIMD ? relaxed.CENTRE : plain.CENTRE;

// @ts-ignore: decorator
@inline
export function storeQuantised(q: v128, to: usize, passSize: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) relaxed.storeQuantised(q, to, passSize);
  else plain.storeQuantised(q, to, passSize);
}

// @ts-ignore: decorator
@inline
export function loadWeights(from: usize, half: usize): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? relaxed.loadWeights(from, half) : plain.loadWeights(from, half);
}

// @ts-ignore: decorator
@inline
export function dot(weights: v128, activations: v128, sum: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? relaxed.dot(weights, activations, sum) : plain.dot(weights, activations, sum);
}

/** One lane of `dot` over bytes 255 against weights of 127: tells how the CPU multiplies them. */
export function dotProbe(activation: i32, weight: i32): i32 {
  return i32x4.extract_lane(dot(i8x16.splat(<i8>weight), i8x16.splat(<i8>activation), i32x4.splat(0)), 0);
}
