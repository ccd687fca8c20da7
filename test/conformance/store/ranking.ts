import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MemoryOrder, Store } from '../../../src/contracts/store.ts';
import { salienceOf, salienceSum, salienceWeightsSchema } from '../../../src/model/salience.ts';
import { type MakeStore, memory, minute, OWNER } from './samples.ts';

const salience: MemoryOrder = { salienceAt: minute(100), weights: salienceWeightsSchema.parse({ halfLifeDays: 0.01 }) };

const MEMORIES = [
  memory('old', { createdAt: minute(1), lastAccessedAt: minute(90), accessCount: 2, confidence: 0.3 }),
  memory('long-ago', { createdAt: minute(9), validAt: minute(-50), accessCount: 7, confidence: 0.2 }),
  memory('young', { createdAt: minute(8), accessCount: 2, confidence: 0.9 }),
  memory('twin', { createdAt: minute(8), accessCount: 2, confidence: 0.9 }),
];

const ORDERS: readonly [string, MemoryOrder, readonly string[]][] = [
  ['recency', 'recency', ['twin', 'young', 'old', 'long-ago']],
  ['frequency', 'frequency', ['long-ago', 'twin', 'young', 'old']],
  ['salience', salience, ['old', 'twin', 'young', 'long-ago']],
];

export function rankingCases(current: () => Store, makeStore: MakeStore): void {
  test.for(ORDERS)('by %s puts the most first, then the newest, then the least id', async ([, by, expected]) => {
    await current().write(OWNER, { memories: MEMORIES });
    expect(await current().rankMemories(OWNER, { by, filter: {}, limit: 10 })).toEqual(expected);
    expect(await current().rankMemories(OWNER, { by, filter: {}, limit: 2 })).toEqual(expected.slice(0, 2));
    expect(await current().rankMemories(OWNER, { by, filter: {}, limit: 0 })).toEqual([]);
  });

  test('follows what changes, and never finds what is forgotten', async () => {
    await current().write(OWNER, { memories: MEMORIES });
    await current().write(OWNER, {
      accesses: { memoryIds: Array.from({ length: 9 }, () => 'twin'), at: minute(95) },
      updates: [
        { id: 'long-ago', validAt: minute(99), confidence: 1 },
        { id: 'young', status: 'forgotten' },
      ],
    });
    const ranked = (by: MemoryOrder) => current().rankMemories(OWNER, { by, filter: {}, limit: 10 });
    expect(await ranked('recency')).toEqual(['long-ago', 'twin', 'old']);
    expect(await ranked('frequency')).toEqual(['twin', 'long-ago', 'old']);
    expect(await ranked(salience)).toEqual(['twin', 'long-ago', 'old']);
  });

  test('measures salience as it is defined', async () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    const weight = fc.double({ min: 0, max: 2, noNaN: true });
    const moment = fc.integer({ min: -5_000, max: 5_000 }).map(minute);
    const sample = fc.record(
      { createdAt: moment, lastAccessedAt: moment, accessCount: fc.nat(300), confidence: unit },
      { requiredKeys: ['createdAt', 'accessCount', 'confidence'] },
    );
    const weights = fc
      .record({ recency: weight, frequency: weight, importance: weight })
      .map((given) => salienceWeightsSchema.parse({ ...given, halfLifeDays: 1 }));
    const property = fc.asyncProperty(fc.array(sample, { maxLength: 20 }), weights, async (samples, weights) => {
      const store = await makeStore();
      await store.open();
      const memories = samples.map((fields, at) => memory(`m${at}`, fields));
      await store.write(OWNER, { memories });
      const by = { salienceAt: minute(0), weights };
      const ranked = await store.rankMemories(OWNER, { by, filter: {}, limit: 100 });
      const measured = new Map(memories.map((each) => [each.id, salienceSum(salienceOf(each, minute(0), weights))]));
      const found = ranked.map((id) => measured.get(id) ?? Number.NaN);
      await store.close();
      expect(found).toHaveLength(samples.length);
      for (const [at, score] of [...found].sort((a, b) => b - a).entries()) expect(found[at]).toBeCloseTo(score, 9);
    });
    await fc.assert(property, { numRuns: 20 });
  });
}
