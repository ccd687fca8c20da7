import { step } from './lanes';

/** e^x for x <= 0, relative error below 1e-6 (Cephes' polynomial); 0 below -87. */
// @ts-ignore: decorator
@inline
export function exponential(value: v128): v128 {
  const x = f32x4.pmax(value, f32x4.splat(-87));
  const power = f32x4.nearest(f32x4.mul(x, f32x4.splat(1.44269504088896341)));
  const r = f32x4.sub(
    f32x4.sub(x, f32x4.mul(power, f32x4.splat(0.693359375))),
    f32x4.mul(power, f32x4.splat(-2.12194440e-4)),
  );
  let sum = f32x4.splat(1.9875691500e-4);
  sum = step(sum, r, 1.3981999507e-3);
  sum = step(sum, r, 8.3334519073e-3);
  sum = step(sum, r, 4.1665795894e-2);
  sum = step(sum, r, 1.6666665459e-1);
  sum = step(sum, r, 5.0000001201e-1);
  sum = f32x4.add(f32x4.add(f32x4.mul(sum, f32x4.mul(r, r)), r), f32x4.splat(1));
  const exponent = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(power), i32x4.splat(127)), 23);
  return v128.and(f32x4.mul(sum, exponent), f32x4.gt(value, f32x4.splat(-87)));
}
