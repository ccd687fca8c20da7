import type { Vector } from '../../src/contracts/embedder.ts';

export function cosineOf(one: Vector | undefined, other: Vector | undefined): number {
  if (one === undefined || other === undefined) return 0;
  const product = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  return product / (Math.hypot(...one) * Math.hypot(...other));
}
