import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeQuery, encodeVector, preciseCosine, unitVector } from './vector-code.ts';

const numbers = fc.array(fc.float({ noNaN: true, min: -1000, max: 1000 }), { minLength: 1, maxLength: 500 });

test('two planes keep a cosine to four digits', () => {
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const length = Math.min(a.length, b.length);
      const one = unitVector(Float32Array.from(a.slice(0, length)));
      const two = unitVector(Float32Array.from(b.slice(0, length)));
      if (!one || !two) return;
      const exact = one.reduce((sum, value, index) => sum + value * (two[index] ?? 0), 0);
      expect(Math.abs(preciseCosine(one, encodeVector(two)) - exact)).toBeLessThan(1e-4);
    }),
  );
});

test('coarse cells stay within what the kernel sums without overflow', () => {
  for (const dimensions of [1, 384, 4096, 65_536]) {
    const flat = unitVector(new Float32Array(dimensions).fill(1)) as Float32Array;
    const query = encodeQuery(flat);
    const { coarse } = encodeVector(flat);
    const sum = query.reduce((total, value, index) => total + value * (coarse[index] ?? 0), 0);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThan(2 ** 31);
  }
});

test('a vector without a direction has no unit vector, and one too long is refused', () => {
  expect(unitVector(new Float32Array(8))).toBeUndefined();
  expect(unitVector(Float32Array.of(Number.NaN, 1))).toBeUndefined();
  expect(() => unitVector(new Float32Array(65_537))).toThrow(/too long/);
});
