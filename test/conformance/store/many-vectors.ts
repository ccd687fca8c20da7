import { expect, test } from 'vitest';
import { seededRandom } from '../../../bench/random.ts';
import type { Store } from '../../../src/contracts/store.ts';
import { embedded, ids, memory, OWNER, vector } from './samples.ts';

const [DIMENSIONS, TOPICS, MAX_COUNT, LIMIT, ASKED] = [32, 20, 500, 10, 20];
const MIN_RECALL = 0.95;

/** Among more than a store that says so compares one by one. `settle` resolves when what it makes in the background for its owner is there. */
export function manyVectorCases(
  current: () => Store,
  settle: (embedderId: string, dimensions: number) => Promise<void>,
) {
  const random = seededRandom(11).next;
  const around = (topic: readonly number[]) => vector(...topic.map((value) => value + random() - 0.5));
  const topics = Array.from({ length: TOPICS }, () => Array.from({ length: DIMENSIONS }, () => random() - 0.5));
  const made = () => around(topics[Math.floor(random() * TOPICS)] ?? []);
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

  async function filled() {
    const store = current();
    const vectors = Array.from({ length: Math.min(store.exactUpTo ?? MAX_COUNT, MAX_COUNT) + 300 }, made);
    await store.write(OWNER, {
      memories: vectors.map((_, n) => memory(`m${n}`, n % 50 === 0 ? { status: 'archived' } : {})),
      vectors: vectors.map((each, n) => embedded(`m${n}`, each)),
    });
    await settle('embedder', DIMENSIONS);
    return vectors;
  }
  const search = (asked: Float32Array, limit: number, filter = {}) =>
    current().searchVector(OWNER, { embedderId: 'embedder', vector: asked, filter, limit });

  test('vector search finds all of the nearest, or nearly all if it is approximate', async () => {
    const vectors = await filled();
    let matches = 0;
    for (let n = 0; n < ASKED; n++) {
      const asked = made();
      const exact = vectors.map((each, at) => ({ id: `m${at}`, score: dot(each, asked) }));
      const best = new Set(
        exact
          .sort((a, b) => b.score - a.score)
          .slice(0, LIMIT)
          .map(({ id }) => id),
      );
      const hits = await search(asked, LIMIT);
      expect(hits).toHaveLength(LIMIT);
      expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
      matches += ids(hits).filter((id) => best.has(id)).length;
    }
    // What is kept is less precise than what was given: two that are as near may change places.
    expect(matches / (ASKED * LIMIT)).toBeGreaterThanOrEqual(MIN_RECALL);
  });

  test('vector search returns as many as requested, also if few match the filter', async () => {
    const { length } = await filled();
    for (const limit of [1, LIMIT, length / 2, length - 1, length])
      expect(await search(made(), limit)).toHaveLength(limit);
    expect(await search(made(), length + 9)).toHaveLength(length);
    const archived = Math.ceil(length / 50);
    for (const limit of [LIMIT, archived, archived + 9])
      expect(await search(made(), limit, { statuses: ['archived'] })).toHaveLength(Math.min(limit, archived));
  });
}
