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

/**
 * Four times a constant of a table in memory.
 * V8 builds a vector that is constant in the code anew at each use, by four instructions; a load is one.
 */
// @ts-ignore: decorator
@inline
export function constant(table: usize, index: usize): v128 {
  return v128.load32_splat(table + index * 4);
}

/** sum * x + term: a step of Horner's scheme, which takes a square and two coefficients at a time to be a shorter chain. */
// @ts-ignore: decorator
@inline
export function step(sum: v128, x: v128, term: v128): v128 {
  return f32x4.add(f32x4.mul(sum, x), term);
}

/** Two coefficients of a table, the first of them times x. */
// @ts-ignore: decorator
@inline
export function pair(table: usize, index: usize, x: v128): v128 {
  return step(constant(table, index), x, constant(table, index + 1));
}
