import { beforeEach, describe, expect, it } from 'vitest';
import { memory, OWNER } from '../../test/conformance/store/samples.ts';
import { manualClock } from '../../test/support/manual-clock.ts';
import type { Store } from '../contracts/store.ts';
import { languages } from '../languages/languages.ts';
import type { RecallRequest } from '../model/recall.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { approximateTokenizer } from '../tokenizers/tokenizers.ts';
import { changedConfig, type RecallConfigInput, recallChangeSchema, recallConfigSchema } from './config.ts';
import { explanationOf, explanationSchema } from './explain.ts';
import { answer, recall } from './pipeline.ts';
import { linearRanker } from './rankers/rankers.ts';

const byText = linearRanker(
  'by text',
  { text: 1 },
  { answer: { bias: 0, weights: { strength: 1 } }, item: { bias: 0, score: 1, lag: 0 } },
);
const QUERY = 'Which bees live in the garden?';

let store: Store;
beforeEach(async () => {
  store = memoryStore();
  await store.open();
  await store.write(OWNER, {
    memories: [
      memory('bees', { content: 'The bees live in the garden' }),
      memory('again', { content: 'The bees live in the garden' }),
      memory('long', { content: 'The garden bees live well. '.repeat(12) }),
      memory('live', { content: 'Some bees live elsewhere' }),
      memory('garden', { content: 'The garden is green' }),
    ],
  });
});

const contextOf = (config: RecallConfigInput, reranker = byText) => ({
  ...{ store, clock: manualClock('2026-03-20T12:00:00Z'), embedder: undefined, tokenizer: approximateTokenizer() },
  ...{
    languages: languages(),
    reranker,
    config: recallConfigSchema.parse({ threshold: 0, minScoreShare: 0, ...config }),
  },
});
const explain = async (options: RecallRequest, context: ReturnType<typeof contextOf>) =>
  explanationOf(await answer(QUERY, [{ owner: OWNER }], options, context), options, context);
const ask = (config: RecallConfigInput = {}, options: RecallRequest = {}) => explain(options, contextOf(config));
const cuts = ({ considered }: Awaited<ReturnType<typeof ask>>) =>
  Object.fromEntries(considered.map(({ id, cutBy, sameAs }) => [id, sameAs === undefined ? cutBy : [cutBy, sameAs]]));

describe('an explanation of a recall', () => {
  it('has the items of recall and every other candidate', async () => {
    const { considered, config, items, timingsMs: _, ...rest } = await ask({ topK: 2 });
    const { timingsMs: __, ...recalled } = await recall(QUERY, [{ owner: OWNER }], {}, contextOf({ topK: 2 }));
    const plain = items.map(({ features: ___, ...item }) => item);
    expect({ ...rest, items: plain }).toEqual(recalled);
    expect(config).toMatchObject({ topK: 2, weights: { text: 1 } });
    expect([...items, ...considered].map(({ id }) => id).sort()).toEqual(['again', 'bees', 'garden', 'live', 'long']);
    expect(explanationSchema.parse(await ask())).toBeDefined();
  });

  it('names the duplicate, and the limit or budget that cut a candidate', async () => {
    expect(cuts(await ask({ topK: 1 }))).toMatchObject({ bees: ['duplicate', 'again'], garden: 'topK' });
    expect(cuts(await ask({ topK: 4, tokenBudget: 30 }))).toMatchObject({ long: 'budget' });
    expect(cuts(await ask({ topK: 2, tokenBudget: 30 }))).toMatchObject({ long: 'budget', garden: 'topK' });
  });

  it('distinguishes a low share of the best from a low confidence', async () => {
    expect(cuts(await ask({ minScoreShare: 0.9 }))).toMatchObject({ garden: 'share' });
    const silent = await ask({ threshold: 1 });
    expect(silent.items).toEqual([]);
    expect(new Set(Object.values(cuts(silent)))).toEqual(new Set(['threshold']));
    expect(silent.considered.map(({ score }) => score)).toEqual(
      silent.considered.map(({ score }) => score).sort((a, b) => b - a),
    );
    expect(silent.considered.every(({ confidence }) => confidence > 0)).toBe(true);
  });

  it('has features that make up the score', async () => {
    const { items, considered, config } = await ask({ minScoreShare: 0.9, weights: { text: 2 } });
    for (const { features, score, breakdown } of [...items, ...considered]) {
      const factor = Object.values(breakdown.adjustments).reduce((product, each) => product * each, 1);
      const sum = Object.entries(config.weights).reduce(
        (all, [name, weight]) => all + weight * (features?.[name] ?? 0),
        0,
      );
      expect(sum * factor).toBeCloseTo(score);
    }
  });

  it('has no contributions for a ranker that is not a weighted sum', async () => {
    const { weights: _, ...opaque } = byText;
    const { items } = await explain({}, contextOf({}, opaque));
    expect(items[0]).not.toHaveProperty('features');
  });

  it('includes the options of the call', async () => {
    const { config } = await ask({}, { topK: 1, tokenBudget: null, threshold: 0.1, minScoreShare: 0.2 });
    expect(config).toMatchObject({ topK: 1, tokenBudget: null, threshold: 0.1, minScoreShare: 0.2 });
  });

  it('lists at most 200 candidates', async () => {
    const many = Array.from({ length: 230 }, (_, at) => memory(`m${at}`, { content: `bees number ${at}` }));
    await store.write(OWNER, { memories: many });
    expect((await ask({ topK: 1, candidates: 1000 })).considered).toHaveLength(200);
  });
});

describe('a trial configuration', () => {
  it('replaces fields and single weights without defaults', () => {
    const config = recallConfigSchema.parse({ topK: 3, weights: { text: 1, vector: 2 }, threshold: 0.4 });
    const change = recallChangeSchema.parse({ weights: { vector: 0 }, threshold: 0 });
    expect(changedConfig(config, change)).toEqual({ ...config, threshold: 0, weights: { text: 1, vector: 0 } });
    expect(changedConfig(config)).toEqual(config);
  });

  it.each([[{ topk: 1 }], [{ salience: {} }], [{ weights: { words: 1 } }], [{ threshold: 2 }], [{ topK: 0 }]])(
    'refuses %j',
    (change) => expect(recallChangeSchema.safeParse(change).success).toBe(false),
  );
});
