import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { seededRandom } from '../../../bench/random.ts';
import { embedded, ids, memory, OWNER, vector } from '../../../test/conformance/store/samples.ts';
import { unitVector } from '../shared/unit-vector.ts';
import { sqliteStore } from './sqlite-store.ts';
import {
  CHUNK_SLOTS,
  chunkBytes,
  cosineOf,
  encodeQuery,
  encodeSieve,
  encodeVector,
  strideOf,
  VectorChunk,
} from './vector-format.ts';
import { VectorKernel } from './vector-kernel.ts';

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

test('the rough scan keeps the nearest vectors in full and partial chunks', async () => {
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

/** A store of so many vectors that their signs are sifted, and how often its kernel sifts and scans a chunk. */
async function sifting(vectors: readonly Float32Array[]) {
  const store = sqliteStore({ path: ':memory:' });
  expect(store.exactUpTo).toBeLessThan(vectors.length);
  const [sift, scan] = [vi.spyOn(VectorKernel.prototype, 'sift'), vi.spyOn(VectorKernel.prototype, 'scan')];
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await store.close();
  });
  await store.open();
  await store.write(OWNER, {
    memories: vectors.map((_, n) => memory(`m${n}`)),
    vectors: vectors.map((each, n) => embedded(`m${n}`, each)),
  });
  return { store, sift, scan };
}

const wide = (random: () => number) =>
  vector(...Array.from({ length: 256 }, () => random() + random() + random() - 1.5));

const nearestTo = (wanted: Float32Array, vectors: readonly Float32Array[]): string[] => {
  const dot = (each: Float32Array) => each.reduce((sum, value, cell) => sum + value * (wanted[cell] ?? 0), 0);
  const cosines = new Map(vectors.map((each, at) => [`m${at}`, dot(each)]));
  return [...cosines.keys()].sort((a, b) => (cosines.get(b) ?? 0) - (cosines.get(a) ?? 0));
};

const nearest150 = (wanted: Float32Array) => ({ embedderId: 'embedder', vector: wanted, filter: {}, limit: 150 });

test('signs of all and cells of some vectors lead to the nearest of many', async () => {
  const random = seededRandom(3).next;
  const vectors = Array.from({ length: 8_400 }, () => wide(random));
  const { store, sift, scan } = await sifting(vectors);
  for (let query = 0; query < 5; query++) {
    const wanted = wide(random);
    const nearest = nearestTo(wanted, vectors);
    const search = nearest150(wanted);
    const matches = new Set(ids(await store.searchVector(OWNER, search)));
    expect(matches.size).toBe(150);
    expect(nearest.slice(0, 50).filter((id) => !matches.has(id))).toEqual([]);
    expect(nearest.slice(0, 150).filter((id) => matches.has(id)).length).toBeGreaterThan(145);
    await store.write(OWNER, { vectors: [embedded(nearest[0] as string, undefined)] });
    expect(ids(await store.searchVector(OWNER, { ...search, limit: 5 }))).not.toContain(nearest[0]);
    await store.write(OWNER, { vectors: [embedded(nearest[0] as string, vectors[Number(nearest[0]?.slice(1))])] });
  }
  expect(sift).toHaveBeenCalled();
  expect(scan).not.toHaveBeenCalled();
});

test('all vectors are scanned if sampled chunks have more than their share of the nearest', async () => {
  const random = seededRandom(5).next;
  const wanted = wide(random);
  const adjacent = (each: Float32Array) => vector(...each.map((value, cell) => value + 2 * (wanted[cell] ?? 0)));
  // The first chunk is sampled: its rows are all nearer than those of other chunks.
  const vectors = Array.from({ length: 8_400 }, (_, n) => (n < CHUNK_SLOTS ? adjacent(wide(random)) : wide(random)));
  const { store, sift, scan } = await sifting(vectors);
  const matches = new Set(ids(await store.searchVector(OWNER, nearest150(wanted))));
  expect(sift).toHaveBeenCalled();
  expect(scan).toHaveBeenCalledTimes(Math.ceil(vectors.length / CHUNK_SLOTS));
  expect(
    nearestTo(wanted, vectors)
      .slice(0, 145)
      .filter((id) => !matches.has(id)),
  ).toEqual([]);
});

test('many vectors with most cells at 0 are scanned, because their signs carry little', async () => {
  const random = seededRandom(7).next;
  const sparse = () => vector(...Array.from({ length: 256 }, () => (random() < 0.12 ? random() - 0.5 : 0)));
  const vectors = Array.from({ length: 8_400 }, sparse);
  const { store, sift } = await sifting(vectors);
  for (let query = 0; query < 5; query++) {
    const wanted = sparse();
    const matches = new Set(ids(await store.searchVector(OWNER, nearest150(wanted))));
    expect(
      nearestTo(wanted, vectors)
        .slice(0, 150)
        .filter((id) => matches.has(id)).length,
    ).toBeGreaterThan(145);
  }
  expect(sift).not.toHaveBeenCalled();
});

test('a sieve scores rows like a scan', async () => {
  const random = seededRandom(11).next;
  const kernel = await VectorKernel.load();
  for (const [dimensions, live] of [
    [256, CHUNK_SLOTS],
    [300, 77],
    [4096, 9],
  ] as const) {
    const made = () => vector(...Array.from({ length: dimensions }, () => random() - 0.5));
    const chunk = new VectorChunk(dimensions);
    for (let key = 1; key <= live; key++) {
      const { scale, coarse } = encodeVector(made());
      chunk.add(key, scale, coarse);
    }
    chunk.remove(3);
    const [query, stride, block] = [made(), strideOf(dimensions), kernel.allocate(2 * chunkBytes(dimensions))];
    kernel.putChunk(chunk.image, block, live, stride);
    kernel.setQuery(encodeQuery(query));
    kernel.scan(block, live, stride);
    const scanned = [...kernel.scores().subarray(0, live).entries()].filter(([slot]) => slot !== 2);
    const sieve = encodeSieve(query);
    kernel.setSieve(sieve);
    const count = kernel.sift(block, stride, sieve.center, -Infinity);
    const slots = kernel.slots().subarray(0, count);
    expect(Array.from(slots, (slot, at) => [slot, kernel.scores()[at]])).toEqual(scanned);
  }
});

const numbers = fc.array(fc.float({ noNaN: true, min: -1000, max: 1000 }), { minLength: 1, maxLength: 500 });

test('two planes store a cosine to four digits', () => {
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

test("coarse cells cannot overflow the kernel's sum", () => {
  for (const dimensions of [1, 384, 4096, 65_536]) {
    const flat = unitVector(new Float32Array(dimensions).fill(1)) as Float32Array;
    const query = encodeQuery(flat);
    const { coarse } = encodeVector(flat);
    const sum = query.reduce((total, value, index) => total + value * (coarse[index] ?? 0), 0);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThan(2 ** 31);
  }
});

test('a zero vector has no unit vector, and one that is too long is refused', () => {
  expect(unitVector(new Float32Array(8))).toBeUndefined();
  expect(unitVector(Float32Array.of(Number.NaN, 1))).toBeUndefined();
  expect(() => unitVector(new Float32Array(65_537))).toThrow(/too long/);
});
