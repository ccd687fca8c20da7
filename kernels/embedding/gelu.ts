import { constant, pair, step } from './lanes';

/** Rational approximation of erf on [-4, 4] (the one of Eigen and XLA), error below 1e-6: the highest power first. */
const ABOVE = memory.data<f32>([
  -2.72614225801306e-10, 2.77068142495902e-8, -2.10102402082508e-6, -5.69250639462346e-5, -7.34990630326855e-4,
  -2.9545998085402e-3, -1.60960333262415e-2,
]);
const BELOW = memory.data<f32>([
  -1.45660718464996e-5, -2.13374055278905e-4, -1.68282697438203e-3, -7.37332916720468e-3, -1.42647390514189e-2,
]);
/** A half, its square root, and the bounds of the approximation. */
const OTHERS = memory.data<f32>([0.5, 0.7071067811865476, 4, -4]);

// @ts-ignore: decorator
@inline
function erf(value: v128): v128 {
  const x = f32x4.pmax(f32x4.pmin(value, constant(OTHERS, 2)), constant(OTHERS, 3));
  const square = f32x4.mul(x, x);
  const fourth = f32x4.mul(square, square);
  let above = step(constant(ABOVE, 0), fourth, pair(ABOVE, 1, square));
  above = step(above, fourth, pair(ABOVE, 3, square));
  above = step(above, fourth, pair(ABOVE, 5, square));
  let below = step(constant(BELOW, 0), fourth, pair(BELOW, 1, square));
  below = step(below, fourth, pair(BELOW, 3, square));
  return f32x4.div(f32x4.mul(x, above), below);
}

/** In place; count is a multiple of 4. */
export function gelu(x: usize, count: usize): void {
  for (const end = x + count * 4; x < end; x += 16) {
    const value = v128.load(x);
    const half = f32x4.mul(value, constant(OTHERS, 0));
    v128.store(x, f32x4.add(half, f32x4.mul(half, erf(f32x4.mul(value, constant(OTHERS, 1))))));
  }
}
