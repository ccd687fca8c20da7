// @ts-ignore: decorator
@inline
export function horizontalSum(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3);
}

// @ts-ignore: decorator
@inline
export function horizontalMax(v: v128): f32 {
  return max<f32>(
    max<f32>(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)),
    max<f32>(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)),
  );
}

// @ts-ignore: decorator
@inline
export function horizontalMin(v: v128): f32 {
  return min<f32>(
    min<f32>(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)),
    min<f32>(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)),
  );
}

/** sum * x + term: one step of Horner's scheme */
// @ts-ignore: decorator
@inline
export function step(sum: v128, x: v128, term: f32): v128 {
  return f32x4.add(f32x4.mul(sum, x), f32x4.splat(term));
}
