import { constant, pair, step } from './lanes';

/** Cephes' polynomial, the highest power first. */
const POLYNOMIAL = memory.data<f32>([
  1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1, 1,
]);
/** The least power, 1 / ln 2, and ln 2 in two parts. */
const OTHERS = memory.data<f32>([-87, 1.44269504088896341, 0.693359375, -2.12194440e-4]);

/** e^x for x <= 0, relative error below 1e-6; 0 below -87. */
// @ts-ignore: decorator
@inline
export function exponential(value: v128): v128 {
  const least = constant(OTHERS, 0);
  const x = f32x4.pmax(value, least);
  const power = f32x4.nearest(f32x4.mul(x, constant(OTHERS, 1)));
  const r = f32x4.sub(
    f32x4.sub(x, f32x4.mul(power, constant(OTHERS, 2))),
    f32x4.mul(power, constant(OTHERS, 3)),
  );
  const square = f32x4.mul(r, r);
  let sum = step(pair(POLYNOMIAL, 0, r), square, pair(POLYNOMIAL, 2, r));
  sum = step(sum, square, pair(POLYNOMIAL, 4, r));
  sum = f32x4.add(f32x4.add(f32x4.mul(sum, square), r), constant(POLYNOMIAL, 6));
  const exponent = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(power), i32x4.splat(127)), 23);
  return v128.and(f32x4.mul(sum, exponent), f32x4.gt(value, least));
}
