import { step } from './lanes';

/** Rational approximation of erf on [-4, 4] (the one of Eigen and XLA), error below 1e-6. */
// @ts-ignore: decorator
@inline
function erf(value: v128): v128 {
  const x = f32x4.pmax(f32x4.pmin(value, f32x4.splat(4)), f32x4.splat(-4));
  const square = f32x4.mul(x, x);
  let above = f32x4.splat(-2.72614225801306e-10);
  above = step(above, square, 2.77068142495902e-8);
  above = step(above, square, -2.10102402082508e-6);
  above = step(above, square, -5.69250639462346e-5);
  above = step(above, square, -7.34990630326855e-4);
  above = step(above, square, -2.9545998085402e-3);
  above = step(above, square, -1.60960333262415e-2);
  let below = f32x4.splat(-1.45660718464996e-5);
  below = step(below, square, -2.13374055278905e-4);
  below = step(below, square, -1.68282697438203e-3);
  below = step(below, square, -7.37332916720468e-3);
  below = step(below, square, -1.42647390514189e-2);
  return f32x4.div(f32x4.mul(x, above), below);
}

/** In place; count is a multiple of 4. */
export function gelu(x: usize, count: usize): void {
  for (const end = x + count * 4; x < end; x += 16) {
    const value = v128.load(x);
    const half = f32x4.mul(value, f32x4.splat(0.5));
    v128.store(x, f32x4.add(half, f32x4.mul(half, erf(f32x4.mul(value, f32x4.splat(0.7071067811865476))))));
  }
}
