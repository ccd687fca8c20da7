import { afterEach, describe, expect, it } from 'vitest';
import { episodic } from '../../src/components/index.ts';
import { hashEmbedder } from '../../src/embedders/index.ts';
import { createSouvenir, defineAgent, type Reranker, type Souvenir, type SouvenirOptions } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';

const TURNS = ['The boat lies in the harbour of Faro.', 'The boat needs new paint.', 'We named the boat Albatross.'];

let souvenir: Souvenir | undefined;
afterEach(async () => {
  await souvenir?.close();
  souvenir = undefined;
});

const remembering = async (options: Partial<SouvenirOptions>): Promise<Souvenir> => {
  const agents = defineAgent({
    components: [episodic()],
    recall: { threshold: 0, minScoreShare: 0, importanceInfluence: 0, ageFloor: 1 },
  });
  const store = sqliteStore({ path: ':memory:' });
  souvenir = await createSouvenir({ store, embedder: hashEmbedder(), agents, ...options });
  for (const content of TURNS) await souvenir.for().record({ content });
  await souvenir.for().consolidate();
  return souvenir;
};

describe('a reranker given to createSouvenir', () => {
  it('decides the order of recall and of the context, and shows in the explanation', async () => {
    const queries: string[] = [];
    const byLength: Reranker = {
      name: 'by length',
      rerank: async (query, candidates) => {
        queries.push(query);
        return candidates.map(({ content }) => content.length);
      },
    };
    const { items, confidence, degraded } = await (await remembering({ reranker: byLength })).for().recall('the boat');
    const longestFirst = TURNS.toSorted((a, b) => b.length - a.length);
    expect(items.map(({ content }) => content)).toEqual(longestFirst);
    expect(items.map(({ breakdown }) => breakdown.contributions)).toEqual(
      longestFirst.map(({ length }) => ({ 'by length': length })),
    );
    expect(confidence > 0 && confidence < 1).toBe(true);
    expect(degraded).toEqual([]);
    const context = await souvenir?.for().context('the boat');
    expect(context?.memories.map(({ content }) => content)).toEqual(longestFirst);
    expect(queries).toEqual(['the boat', 'the boat']);
  });

  it('that fails falls back to the built-in weights, as reported', async () => {
    const broken: Reranker = { name: 'broken', rerank: () => Promise.reject(new Error('no model here')) };
    const { items, degraded } = await (await remembering({ reranker: broken })).for().recall('paint the boat');
    expect(items[0]?.content).toBe('The boat needs new paint.');
    expect(items[0]?.breakdown.contributions['vector']).toBeGreaterThan(0);
    expect(degraded).toMatchObject([{ part: 'reranker', reason: 'no model here' }]);
  });

  it.each([{}, { name: 'nothing' }, null, 'cross-encoder', { rerank: 'soon' }])(
    'is refused by name as %j',
    async (wrong) => {
      const options = { store: sqliteStore({ path: ':memory:' }), embedder: null, reranker: wrong } as never;
      await expect(createSouvenir(options)).rejects.toMatchObject({
        code: 'invalidInput',
        message: expect.stringContaining('options.reranker'),
      });
    },
  );
});

it("recall without a reranker uses the package's ranker", async () => {
  const { items } = await (await remembering({})).for().recall('Which harbour is the boat in?');
  expect(items[0]?.content).toBe(TURNS[0]);
  expect(Object.keys(items[0]?.breakdown.contributions ?? {})).toEqual(expect.arrayContaining(['vector', 'window']));
});
