import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../bench/random.ts';
import { embedded, ids, memory, OWNER, vector } from '../../../test/conformance/store/samples.ts';
import { unitVector } from '../shared/unit-vector.ts';
import { sqliteStore } from './sqlite-store.ts';
import { cosineOf, encodeQuery, encodeVector } from './vector-format.ts';

test('owners whose vectors do not fit in the cache together take turns', async () => {
  const store = sqliteStore({ path: ':memory:', vectorCacheBytes: 4_000 });
  await store.open();
  const owners = ['a', 'b', 'c', 'd'].map((userId) => ({ ...OWNER, userId }));
  const dimensions = [3, 16, 40, 3];
  const query = (index: number) => vector(...Array.from({ length: dimensions[index] ?? 0 }, (_, n) => n + 1));
  for (const [index, owner] of owners.entries()) {
    const names = Array.from({ length: 100 }, (_, n) => `${owner.userId}${n}`);
    await store.write(owner, {
      memories: names.map((id) => memory(id, owner)),
      vectors: names.map((id, n) =>
        embedded(
          id,
          query(index).map((value) => (n === 7 ? value : -value)),
        ),
      ),
    });
  }
  for (let round = 0; round < 3; round++) {
    for (const [index, owner] of owners.entries()) {
      const search = { embedderId: 'embedder', vector: query(index), filter: {}, limit: 1 };
      expect(ids(await store.searchVector(owner, search))).toEqual([`${owner.userId}7`]);
      await store.write(owner, { vectors: [embedded(`${owner.userId}${round}`, query(index))] });
      expect(await store.searchVector(owner, { ...search, limit: 100 })).toHaveLength(100 - round);
      await store.write(owner, { vectors: [embedded(`${owner.userId}${round}`, undefined)] });
      expect(await store.searchVector(owner, { ...search, limit: 100 })).toHaveLength(99 - round);
      await store.write(owner, { vectors: [embedded(`${owner.userId}${round}`, query(index))] });
      await store.write(owner, { updates: [{ id: `${owner.userId}${round}`, status: 'forgotten' }] });
    }
  }
  await store.close();
});

test('the rough scan keeps the nearest of more than are scored exactly, in full chunks and in one that is not', async () => {
  const store = sqliteStore({ path: ':memory:' });
  await store.open();
  // All lean one way, so that a scan that did not take off what raises the query would go by that alone.
  const vectors = Array.from({ length: 301 }, (_, n) =>
    vector(...Array.from({ length: 40 }, (_, cell) => 0.3 + Math.sin(1 + n * n + 7 * cell * n))),
  );
  await store.write(OWNER, {
    memories: vectors.map((_, n) => memory(`m${n}`)),
    vectors: vectors.map((each, n) => embedded(`m${n}`, each)),
  });
  for (const n of [0, 127, 128, 255, 299, 300]) {
    const wanted = vectors[n]?.map((value, cell) => (cell % 2 === 0 ? value : -value)) as Float32Array;
    const cosine = (each: Float32Array) => each.reduce((sum, value, cell) => sum + value * (wanted[cell] ?? 0), 0);
    const nearest = vectors.map((each, at) => ({ id: `m${at}`, cosine: cosine(each) }));
    nearest.sort((a, b) => b.cosine - a.cosine);
    const search = { embedderId: 'embedder', vector: wanted, filter: {}, limit: 10 };
    expect(ids(await store.searchVector(OWNER, search))).toEqual(nearest.slice(0, 10).map(({ id }) => id));
  }
  await store.close();
});

test('of many vectors the signs of all and the cells of a few lead to the nearest', async () => {
  const store = sqliteStore({ path: ':memory:' });
  expect(store.exactUpTo).toBeLessThan(8_400);
  await store.open();
  const random = seededRandom(3).next;
  const made = () => vector(...Array.from({ length: 256 }, () => random() + random() + random() - 1.5));
  const vectors = Array.from({ length: 8_400 }, made);
  await store.write(OWNER, {
    memories: vectors.map((_, n) => memory(`m${n}`)),
    vectors: vectors.map((each, n) => embedded(`m${n}`, each)),
  });
  for (let query = 0; query < 5; query++) {
    const wanted = made();
    const dot = (each: Float32Array) => each.reduce((sum, value, cell) => sum + value * (wanted[cell] ?? 0), 0);
    const cosines = new Map(vectors.map((each, at) => [`m${at}`, dot(each) / Math.hypot(...each)]));
    const nearest = [...cosines.keys()].sort((a, b) => (cosines.get(b) ?? 0) - (cosines.get(a) ?? 0));
    const search = { embedderId: 'embedder', vector: wanted, filter: {}, limit: 150 };
    const found = new Set(ids(await store.searchVector(OWNER, search)));
    expect(found.size).toBe(150);
    expect(nearest.slice(0, 50).filter((id) => !found.has(id))).toEqual([]);
    expect(nearest.slice(0, 150).filter((id) => found.has(id)).length).toBeGreaterThan(145);
    await store.write(OWNER, { vectors: [embedded(nearest[0] as string, undefined)] });
    expect(ids(await store.searchVector(OWNER, { ...search, limit: 5 }))).not.toContain(nearest[0]);
    await store.write(OWNER, { vectors: [embedded(nearest[0] as string, vectors[Number(nearest[0]?.slice(1))])] });
  }
  await store.close();
});

const numbers = fc.array(fc.float({ noNaN: true, min: -1000, max: 1000 }), { minLength: 1, maxLength: 500 });

test('two planes keep a cosine to four digits', () => {
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const length = Math.min(a.length, b.length);
      const one = unitVector(Float32Array.from(a.slice(0, length)));
      const two = unitVector(Float32Array.from(b.slice(0, length)));
      if (!one || !two) return;
      const exact = one.reduce((sum, value, index) => sum + value * (two[index] ?? 0), 0);
      expect(Math.abs(cosineOf(one, encodeVector(two)) - exact)).toBeLessThan(1e-4);
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
