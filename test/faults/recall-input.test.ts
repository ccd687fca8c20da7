import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashEmbedder } from '../../src/embedders/index.ts';
import {
  createSouvenir,
  defineAgent,
  memoryStore,
  type RecallConfigInput,
  type RecallOptions,
  type ScopeInput,
  type Souvenir,
} from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { hostileQueries } from '../support/hostile-queries.ts';

const STORES = { sqlite: () => sqliteStore({ path: ':memory:' }), memory: () => memoryStore() };
const DIMENSIONS = 64;
const RABBITS = 'The two rabbits sleep under the sofa.';

const { empty, whitespace, emoji, ...others } = hostileQueries(['rabbits', 'sofa']);
const { 'null bytes': nulls, 'only operators': operators, 'punctuation only': punctuation, ...telling } = others;
const SILENT_QUERIES = { empty, whitespace, emoji, nulls, operators, punctuation };

describe.each(Object.entries(STORES))('recall on %s, asked badly', (_, makeStore) => {
  let souvenir: Souvenir;
  /** Gives whatever it finds, however unsure. */
  let open: Souvenir;

  const remembering = async (recall: RecallConfigInput = {}) => {
    const embedder = hashEmbedder({ dimensions: DIMENSIONS });
    const created = await createSouvenir({ store: makeStore(), embedder, agents: defineAgent({ recall }) });
    await created.for().record({ content: RABBITS });
    await created.for().record({ content: 'The build fails on an unused import.' });
    await created.for().consolidate();
    return created;
  };

  beforeAll(async () => {
    souvenir = await remembering();
    open = await remembering({ threshold: 0, minScoreShare: 0 });
  });
  afterAll(async () => {
    await souvenir.close();
    await open.close();
  });

  it.each(Object.entries(SILENT_QUERIES))('has nothing for %s, and says why', async (_, query) => {
    const { items, reason, degraded } = await souvenir.for().recall(query as string);
    expect({ items, degraded }).toEqual({ items: [], degraded: [] });
    expect(reason).toMatch(/^(?:no memory|the query)/);
  });

  it.each(Object.entries(telling))('reads through %s', async (_, query) => {
    const { items, confidence, degraded } = await open.for().recall(query);
    expect(degraded).toEqual([]);
    expect(items.find(({ content }) => content === RABBITS)?.breakdown.signals.text).toBeGreaterThan(0);
    expect([confidence, ...items.map(({ score }) => score)].every(Number.isFinite)).toBe(true);
  });

  it.each([
    ['user', { userId: 'nobody' }],
    ['tenant', { tenantId: 'nobody' }],
    ['project', { projectId: 'none' }],
    ['session', { sessionId: 'none' }],
  ])('has nothing for an unknown %s, and says why', async (_, scope) => {
    const { sessionId, ...handle }: ScopeInput = scope;
    expect(await souvenir.for(handle).recall('rabbits', { sessionId })).toMatchObject({
      items: [],
      reason: 'no memory matches the query',
    });
  });

  it.each<[string, RecallOptions]>([
    ['threshold', { threshold: Number.NaN }],
    ['threshold', { threshold: Infinity }],
    ['threshold', { threshold: -0.1 }],
    ['topK', { topK: Number.NaN }],
    ['topK', { topK: Infinity }],
    ['topK', { topK: -1 }],
    ['topK', { topK: 1.5 }],
    ['tokenBudget', { tokenBudget: Number.NaN }],
    ['tokenBudget', { tokenBudget: -1 }],
    ['asOf', { asOf: 'the day before' }],
    ['asOf', { asOf: new Date(Number.NaN) }],
    ['types', { types: ['rabbits'] as never }],
    ['limit', { limit: 3 } as never],
    ['queryVector', { queryVector: [0, 1] as never }],
    ['queryVector', { queryVector: new Float32Array(DIMENSIONS).fill(Number.NaN) }],
    ['queryVector', { queryVector: new Float32Array(DIMENSIONS).fill(Infinity) }],
    ['queryVector', { queryVector: new Float32Array(0) }],
  ])('refuses a bad %s by name, as in %o', async (field, options) => {
    await expect(souvenir.for().recall('rabbits', options)).rejects.toMatchObject({
      name: 'SouvenirError',
      code: 'invalidInput',
      message: expect.stringContaining(field),
    });
  });

  it.each([undefined, null, 3, {}])('refuses %j as a query', async (query) => {
    await expect(souvenir.for().recall(query as never)).rejects.toMatchObject({
      code: 'invalidInput',
      message: expect.stringContaining('query'),
    });
  });

  it('answers by text, and says so, when the query vector is of another length', async () => {
    const { items, degraded } = await open.for().recall('rabbits', { queryVector: new Float32Array(3).fill(0.5) });
    expect(items).toHaveLength(1);
    expect(degraded).toMatchObject([{ part: 'vector', reason: expect.stringContaining('3') }]);
  });
});

it.each([
  ['recall.weights.text', { weights: { text: Number.NaN } }],
  ['recall.weights.vector', { weights: { vector: Infinity } }],
  ['recall.weights.entity', { weights: { entity: -1 } }],
  ['recall.weights', { weights: { words: 1 } as never }],
  ['recall.componentWeights.episodic', { componentWeights: { episodic: Number.NaN } }],
  ['recall.threshold', { threshold: Number.NaN }],
  ['recall.topK', { topK: Number.NaN }],
  ['agent.recall', { weight: 1 } as never],
])('an agent with a bad %s is refused by name', (field, recall) => {
  const error = { code: 'invalidInput', message: expect.stringContaining(field) };
  expect(() => defineAgent({ recall })).toThrow(expect.objectContaining(error));
});

it('settings of recall that are not given through an agent are refused by name', async () => {
  const options = { store: memoryStore(), recall: { weights: { text: Number.NaN } } };
  await expect(createSouvenir(options)).rejects.toMatchObject({
    code: 'invalidInput',
    message: expect.stringContaining('recall'),
  });
});
