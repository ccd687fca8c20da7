import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MemoryOrder, Store } from '../../../src/contracts/store.ts';
import type { MemoryStatus } from '../../../src/model/memory.ts';
import { salienceOf, salienceSum, salienceWeightsSchema } from '../../../src/model/salience.ts';
import { type MakeStore, memory, minute, OWNER } from './samples.ts';

const salience: MemoryOrder = { salienceAt: minute(100), weights: salienceWeightsSchema.parse({ halfLifeDays: 0.01 }) };

const MEMORIES = [
  memory('old', {
    ...{ createdAt: minute(1), lastAccessedAt: minute(90), accessCount: 2, confidence: 0.3 },
    ...{ importance: 0.6, updatedAt: minute(50) },
  }),
  memory('long-ago', {
    ...{ createdAt: minute(9), validAt: minute(-50), accessCount: 7, confidence: 0.2 },
    ...{ importance: 0.4, updatedAt: minute(60) },
  }),
  memory('young', { createdAt: minute(8), accessCount: 2, confidence: 0.9 }),
  memory('twin', { createdAt: minute(8), accessCount: 2, confidence: 0.9 }),
];

const ORDERS: readonly [string, MemoryOrder, { most: readonly string[]; least: readonly string[] }][] = [
  ['recency', 'recency', { most: ['twin', 'young', 'old', 'long-ago'], least: ['long-ago', 'old', 'twin', 'young'] }],
  [
    'frequency',
    'frequency',
    { most: ['long-ago', 'twin', 'young', 'old'], least: ['twin', 'young', 'old', 'long-ago'] },
  ],
  ['salience', salience, { most: ['old', 'twin', 'young', 'long-ago'], least: ['long-ago', 'twin', 'young', 'old'] }],
  ['access', 'access', { most: ['old', 'long-ago', 'twin', 'young'], least: ['twin', 'young', 'long-ago', 'old'] }],
  ['age', 'age', { most: ['long-ago', 'twin', 'young', 'old'], least: ['old', 'twin', 'young', 'long-ago'] }],
  ['change', 'change', { most: ['long-ago', 'old', 'twin', 'young'], least: ['twin', 'young', 'old', 'long-ago'] }],
  [
    'importance',
    'importance',
    { most: ['old', 'twin', 'young', 'long-ago'], least: ['long-ago', 'twin', 'young', 'old'] },
  ],
  [
    'confidence',
    'confidence',
    { most: ['twin', 'young', 'old', 'long-ago'], least: ['long-ago', 'old', 'twin', 'young'] },
  ],
];

export function rankingCases(current: () => Store, makeStore: MakeStore): void {
  test.for(ORDERS)('by %s lists the highest first, then the newest, then the lowest id', async ([, by, { most }]) => {
    await current().write(OWNER, { memories: MEMORIES });
    expect(await current().rankMemories(OWNER, { by, filter: {}, limit: 10 })).toEqual(most);
    expect(await current().rankMemories(OWNER, { by, filter: {}, limit: 2 })).toEqual(most.slice(0, 2));
    expect(await current().rankMemories(OWNER, { by, filter: {}, limit: 0 })).toEqual([]);
  });

  test.for(ORDERS)('by %s can list the lowest first, still the newest of equals first', async ([, by, order]) => {
    await current().write(OWNER, { memories: MEMORIES });
    const query = { by, filter: {}, limit: 10, isAscending: true };
    expect(await current().rankMemories(OWNER, query)).toEqual(order.least);
  });

  test('skips the given offset', async () => {
    await current().write(OWNER, { memories: MEMORIES });
    const from = (offset: number, limit = 2) =>
      current().rankMemories(OWNER, { by: 'recency', filter: {}, offset, limit });
    expect(await from(1)).toEqual(['young', 'old']);
    expect(await from(3)).toEqual(['long-ago']);
    expect(await from(4)).toEqual([]);
    expect(await from(1, 0)).toEqual([]);
  });

  test('finds forgotten memories only by their status', async () => {
    await current().write(OWNER, { memories: [memory('kept'), memory('gone', { status: 'forgotten' })] });
    const ranked = (statuses: readonly MemoryStatus[]) =>
      current().rankMemories(OWNER, { by: 'recency', filter: { statuses }, limit: 10 });
    expect(await ranked(['forgotten', 'active'])).toEqual(['gone', 'kept']);
    expect(await ranked(['forgotten'])).toEqual(['gone']);
    expect(await ranked(['active'])).toEqual(['kept']);
    expect(await current().countMemories(OWNER, {})).toBe(1);
    expect(await current().countMemories(OWNER, { asOf: minute(1) })).toBe(1);
    expect(await current().countMemories(OWNER, { statuses: ['forgotten', 'active'] })).toBe(2);
  });

  test('stores the salience of given memories after other changes, except forgotten ones', async () => {
    const order = { salienceAt: minute(100), weights: salienceWeightsSchema.parse({ manyAccesses: 5, unasked: 0.2 }) };
    const removed = memory('gone', { status: 'forgotten' });
    await current().write(OWNER, {
      memories: [...MEMORIES, removed],
      updates: [{ id: 'young', confidence: 0.1 }],
      accesses: { memoryIds: ['twin', 'twin', 'twin'], at: minute(99) },
      salience: { ...order, memoryIds: ['old', 'young', 'twin', 'gone', 'missing'] },
    });
    const stored = await current().listMemories(OWNER, { filter: {}, limit: 10 });
    expect(stored).toHaveLength(5);
    for (const each of stored) {
      const isLeft = ['gone', 'long-ago'].includes(each.id);
      const before = [...MEMORIES, removed].find(({ id }) => id === each.id)?.salience ?? -1;
      const expected = isLeft ? before : salienceSum(salienceOf(each, minute(100), order.weights));
      expect(each.salience).toBeCloseTo(expected, 12);
    }
    expect(await current().versionsOf(OWNER, ['old'])).toHaveLength(1);
  });

  test('follows changes, and never finds forgotten memories', async () => {
    await current().write(OWNER, { memories: MEMORIES });
    await current().write(OWNER, {
      accesses: { memoryIds: Array.from({ length: 9 }, () => 'twin'), at: minute(95) },
      updates: [
        { id: 'long-ago', validAt: minute(99), confidence: 1, importance: 0.9 },
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
      const matches = ranked.map((id) => measured.get(id) ?? Number.NaN);
      await store.close();
      expect(matches).toHaveLength(samples.length);
      for (const [at, score] of [...matches].sort((a, b) => b - a).entries()) expect(matches[at]).toBeCloseTo(score, 9);
    });
    await fc.assert(property, { numRuns: 20 });
  });
}
