import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Store } from '../../../src/contracts/store.ts';
import { embedded, ids, type MakeStore, memory, minute, OWNER, vector } from './samples.ts';

const TOLERANCE = 1e-3;
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

const direction = (dimensions: number) =>
  fc
    .array(fc.integer({ min: -1000, max: 1000 }), { minLength: dimensions, maxLength: dimensions })
    .filter((values) => values.some((value) => value !== 0))
    .map((values) => vector(...values));

export function vectorCases(current: () => Store, makeStore: MakeStore): void {
  const search = (query: Float32Array, fields: object = {}) =>
    current().searchVector(OWNER, { embedderId: 'embedder', vector: query, filter: {}, limit: 10, ...fields });

  test('vector search lists the nearest first with its cosine', async () => {
    await current().write(OWNER, {
      memories: ['east', 'north', 'west', 'bare'].map((id) => memory(id)),
      vectors: [embedded('east', vector(1, 0)), embedded('north', vector(0, 1)), embedded('west', vector(-1, 0))],
    });
    const hits = await search(vector(0.8, 0.6));
    expect(ids(hits)).toEqual(['east', 'north', 'west']);
    for (const [index, cosine] of [0.8, 0.6, -0.8].entries()) expect(hits[index]?.score).toBeCloseTo(cosine, 3);
    expect(ids(await search(vector(0.8, 0.6), { limit: 1 }))).toEqual(['east']);
    expect(await search(vector(0.8, 0.6), { limit: 0 })).toEqual([]);
  });

  test('vector search ignores vectors of another embedder or length', async () => {
    await current().write(OWNER, {
      memories: ['a', 'b', 'c'].map((id) => memory(id)),
      vectors: [embedded('a', vector(1, 0)), embedded('b', vector(1, 0), 'another'), embedded('c', vector(1, 0, 0))],
    });
    expect(ids(await search(vector(1, 0)))).toEqual(['a']);
    expect(ids(await search(vector(1, 0), { embedderId: 'another' }))).toEqual(['b']);
    expect(ids(await search(vector(1, 0, 0)))).toEqual(['c']);
    expect(await search(vector(1, 0), { embedderId: 'unknown' })).toEqual([]);
    expect(await search(vector(1, 0, 0, 0))).toEqual([]);
  });

  test('a memory has one vector, of the last embedder', async () => {
    await current().write(OWNER, { memories: [memory('m')], vectors: [embedded('m', vector(1, 0))] });
    await current().write(OWNER, { vectors: [embedded('m', vector(0, 1))] });
    const replaced = await search(vector(1, 0));
    expect(replaced).toHaveLength(1);
    expect(replaced[0]?.score).toBeCloseTo(0, 3);
    await current().write(OWNER, { vectors: [embedded('m', vector(1, 1), 'another')] });
    expect(await search(vector(1, 0))).toEqual([]);
    expect(ids(await search(vector(1, 0), { embedderId: 'another' }))).toEqual(['m']);
    await current().write(OWNER, { vectors: [embedded('m', vector(1, 1, 1), 'another')] });
    expect(await search(vector(1, 0), { embedderId: 'another' })).toEqual([]);
    expect(ids(await search(vector(1, 0, 0), { embedderId: 'another' }))).toEqual(['m']);
  });

  test('a vector of outdated content is not stored', async () => {
    await current().write(OWNER, { memories: [memory('m', { content: 'new words' })] });
    await current().write(OWNER, { vectors: [{ ...embedded('m', vector(1, 0)), content: 'old words' }] });
    expect(await search(vector(1, 0))).toEqual([]);
    expect(await current().countUnembedded(OWNER, 'embedder')).toBe(1);
    await current().write(OWNER, { vectors: [{ ...embedded('m', vector(1, 0)), content: 'new words' }] });
    expect(ids(await search(vector(1, 0)))).toEqual(['m']);
  });

  test('a vector is dropped when the content changes or is forgotten', async () => {
    await current().write(OWNER, {
      memories: [memory('a'), memory('b'), memory('c')],
      vectors: ['a', 'b', 'c'].map((id) => embedded(id, vector(1, 0))),
    });
    await current().write(OWNER, {
      updates: [
        { id: 'a', content: 'new content' },
        { id: 'b', status: 'forgotten' },
        { id: 'c', content: 'content of c', status: 'archived' },
      ],
    });
    expect(ids(await search(vector(1, 0)))).toEqual(['c']);
    expect(await current().listUnembedded(OWNER, 'embedder', 10)).toEqual([{ id: 'a', content: 'new content' }]);
    expect(await current().countUnembedded(OWNER, 'embedder')).toBe(1);
    await current().write(OWNER, { vectors: [embedded('a', vector(0, 1)), embedded('b', vector(1, 1))] });
    expect(ids(await search(vector(0, 1)))).toEqual(['a', 'c']);
  });

  test('a restored memory or content gets its vector back', async () => {
    await current().write(OWNER, {
      memories: [memory('a'), memory('b'), memory('c')],
      vectors: [embedded('a', vector(3, 4)), embedded('b', vector(0, 1), 'another'), embedded('c', undefined)],
    });
    const away = ['a', 'b', 'c'].map((id) => ({ id, status: 'forgotten' as const }));
    await current().write(OWNER, { updates: away });
    await current().write(OWNER, { updates: [{ id: 'b', confidence: 0.5 }] });
    expect(await current().countUnembedded(OWNER, 'embedder')).toBe(0);
    await current().write(OWNER, { updates: away.map(({ id }) => ({ id, status: 'active' as const })) });
    expect(await current().listUnembedded(OWNER, 'embedder', 9)).toEqual([{ id: 'b', content: 'content of b' }]);
    expect(await search(vector(1, 0))).toEqual([{ memoryId: 'a', score: expect.closeTo(0.6, 3) }]);
    expect(ids(await search(vector(1, 0), { embedderId: 'another' }))).toEqual(['b']);

    await current().write(OWNER, { updates: [{ id: 'a', content: 'other', status: 'forgotten' }] });
    await current().write(OWNER, { updates: [{ id: 'a', status: 'active' }] });
    expect(await search(vector(1, 0))).toEqual([]);
    expect(await current().countUnembedded(OWNER, 'embedder')).toBe(2);
    await current().write(OWNER, { vectors: [embedded('a', vector(0, 1))] });
    await current().write(OWNER, { updates: [{ id: 'a', content: 'content of a' }] });
    expect(await search(vector(1, 0))).toEqual([{ memoryId: 'a', score: expect.closeTo(0.6, 3) }]);
  });

  test('vectors are read at unit length for one embedder', async () => {
    await current().write(OWNER, {
      memories: ['a', 'b', 'c', 'd'].map((id) => memory(id)),
      vectors: [
        embedded('a', new Float32Array([3, 0, 4])),
        embedded('b', vector(1, 0), 'another'),
        embedded('c', undefined),
        embedded('d', vector(1, 2)),
      ],
    });
    const matches = await current().vectorsOf(OWNER, ['d', 'b', 'missing', 'a', 'c'], 'embedder');
    const values = new Map(matches.map(({ memoryId, vector }) => [memoryId, [...vector]]));
    expect([...values.keys()].sort()).toEqual(['a', 'd']);
    const near = (numbers: number[]) => numbers.map((value) => expect.closeTo(value, 3));
    expect(values.get('a')).toEqual(near([0.6, 0, 0.8]));
    expect(values.get('d')).toEqual(near([...vector(1, 2)]));
    expect(await current().vectorsOf(OWNER, ['a'], 'unknown')).toEqual([]);
    await current().write(OWNER, { updates: [{ id: 'a', content: 'new' }] });
    expect(await current().vectorsOf(OWNER, ['a'], 'embedder')).toEqual([]);
  });

  test('vectors of current and earlier contents are read', async () => {
    await current().write(OWNER, {
      memories: ['a', 'b', 'c', 'd'].map((id) => memory(id, { content: `first ${id}` })),
      vectors: [
        ...[embedded('a', vector(1, 0)), embedded('b', vector(0, 1), 'another')],
        ...[{ memoryId: 'c', embedderId: 'embedder', vector: undefined }],
      ],
    });
    await current().write(OWNER, { updates: [{ id: 'a', content: 'second a' }] });
    await current().write(OWNER, { vectors: [embedded('a', vector(0, 1))] });
    await current().write(OWNER, { updates: [{ id: 'b', status: 'forgotten' }] });
    const matches = await current().embeddingsOf(OWNER, ['d', 'c', 'b', 'a', 'missing']);
    const reported = matches.map(
      ({ content, embedderId, vector }) => [content, embedderId, vector && [...vector]] as const,
    );
    const near = (...numbers: number[]) => numbers.map((value) => expect.closeTo(value, 3));
    expect(reported.sort(([one], [other]) => (one < other ? -1 : 1))).toEqual([
      ['first a', 'embedder', near(1, 0)],
      ['first b', 'another', near(0, 1)],
      ['first c', 'embedder', undefined],
      ['second a', 'embedder', near(0, 1)],
    ]);
    expect(await current().embeddingsOf({ ...OWNER, userId: 'nobody' }, ['a'])).toEqual([]);
  });

  test('memories without a vector of an embedder are listed, oldest first', async () => {
    await current().write(OWNER, {
      memories: [3, 1, 2, 0].map((n) => memory(`m${n}`, { createdAt: minute(n) })),
      vectors: [embedded('m1', vector(1, 0)), embedded('m3', vector(1, 0), 'another')],
    });
    const list = async (embedderId: string, limit = 10) =>
      (await current().listUnembedded(OWNER, embedderId, limit)).map(({ id }) => id);
    expect(await list('embedder')).toEqual(['m0', 'm2', 'm3']);
    expect(await list('another')).toEqual(['m0', 'm1', 'm2']);
    expect(await list('unknown')).toEqual(['m0', 'm1', 'm2', 'm3']);
    expect(await list('embedder', 2)).toEqual(['m0', 'm2']);
    expect(await list('embedder', 0)).toEqual([]);
    for (const [embedderId, count] of [
      ['embedder', 3],
      ['another', 3],
      ['unknown', 4],
    ] as const) {
      expect(await current().countUnembedded(OWNER, embedderId)).toBe(count);
    }
  });

  test('a memory without text to embed counts as embedded and is never found', async () => {
    await current().write(OWNER, { memories: [memory('m')], vectors: [embedded('m', vector(1, 0))] });
    await current().write(OWNER, { vectors: [embedded('m', undefined)] });
    expect(await search(vector(1, 0))).toEqual([]);
    expect(await current().countUnembedded(OWNER, 'embedder')).toBe(0);
    expect(await current().countUnembedded(OWNER, 'another')).toBe(1);
  });

  test.for([1, 2, 3, 15, 16, 17, 384, 1536])(
    'vector search equals a full comparison in %i dimensions',
    async (dimensions) => {
      const property = fc.asyncProperty(
        fc.array(direction(dimensions), { minLength: 1, maxLength: 150 }),
        direction(dimensions),
        fc.integer({ min: 1, max: 20 }),
        async (vectors, query, limit) => {
          const store = await makeStore();
          await store.open();
          try {
            await store.write(OWNER, {
              memories: vectors.map((_, index) => memory(`m${index}`)),
              vectors: vectors.map((values, index) => embedded(`m${index}`, values)),
            });
            const hits = await store.searchVector(OWNER, { embedderId: 'embedder', vector: query, filter: {}, limit });
            const exact = vectors.map((values) => dot(values, query));
            const best = [...exact].sort((a, b) => b - a).slice(0, limit);
            expect(new Set(ids(hits)).size).toBe(best.length);
            for (const [index, { memoryId, score }] of hits.entries()) {
              expect(Math.abs(score - (exact[Number(memoryId.slice(1))] ?? 0))).toBeLessThan(TOLERANCE);
              expect(Math.abs(score - (best[index] ?? 0))).toBeLessThan(TOLERANCE);
            }
          } finally {
            await store.close();
          }
        },
      );
      await fc.assert(property, { numRuns: dimensions > 100 ? 3 : 10 });
    },
  );

  test('vector search finds the best of few matches among many others', async () => {
    const count = 2_000;
    const angle = (n: number) => vector(Math.cos(n / count), Math.sin(n / count));
    await current().write(OWNER, {
      memories: Array.from({ length: count }, (_, n) =>
        memory(`m${n}`, n % 400 === 399 ? { status: 'archived', sessionId: 'rare' } : {}),
      ),
      vectors: Array.from({ length: count }, (_, n) => embedded(`m${n}`, angle(n))),
    });
    const expected = ['m399', 'm799', 'm1199'];
    for (const filter of [{ statuses: ['archived'] }, { sessionId: 'rare' }]) {
      expect(ids(await search(angle(0), { filter, limit: 3 }))).toEqual(expected);
    }
  });
}
