import { beforeEach, describe, expect, it } from 'vitest';
import { memory, OWNER } from '../../test/conformance/store/samples.ts';
import { manualClock } from '../../test/support/manual-clock.ts';
import type { Reranker } from '../contracts/reranker.ts';
import type { Store } from '../contracts/store.ts';
import { languages } from '../languages/languages.ts';
import { type RecallOptions, recallResultSchema } from '../model/recall.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { approximateTokenizer } from '../tokenizers/tokenizers.ts';
import { type RecallConfigInput, recallConfigSchema } from './config.ts';
import { recall } from './pipeline.ts';
import { linearRanker } from './rankers/rankers.ts';
import { EVIDENCE } from './threshold.ts';

const clock = manualClock('2026-03-20T12:00:00Z');
/** By text alone. The answer is as sure as its best is strong, an item as its own score. */
const byText = linearRanker(
  'by text',
  { text: 1 },
  {
    answer: { bias: 0, weights: { strength: 1 } },
    item: { bias: 0, score: 1, lag: 0 },
  },
);

let store: Store;
beforeEach(async () => {
  store = memoryStore();
  await store.open();
  await store.write(OWNER, {
    memories: [
      memory('bees', { content: 'Ana keeps bees in the garden' }),
      memory('honey', { content: 'The bees gave honey' }),
    ],
  });
});

interface Given {
  readonly options?: RecallOptions;
  readonly config?: RecallConfigInput;
  readonly reranker?: Reranker;
}
const ask = (query: string, { options = {}, config = {}, reranker = byText }: Given = {}) =>
  recall(query, [{ owner: OWNER }], options, {
    ...{ store, clock, embedder: undefined, tokenizer: approximateTokenizer(), languages: languages(), reranker },
    config: recallConfigSchema.parse({ threshold: 0, minScoreShare: 0, ...config }),
  });
const ids = ({ items }: Awaited<ReturnType<typeof ask>>) => items.map(({ id }) => id);

describe('the result of recall', () => {
  it('has durations per stage and in total', async () => {
    const begun = performance.now();
    const { total = Number.NaN, ...stages } = (await ask('bees garden')).timingsMs;
    const passed = performance.now() - begun;
    expect(total).toBeLessThanOrEqual(passed);
    expect(Object.keys(stages)).toEqual(expect.arrayContaining(['plan', 'gather', 'dedupe', 'trim']));
    for (const stage of Object.values(stages)) expect(stage).toBeLessThanOrEqual(total);
  });

  it('has a confidence in total and per item, with evidence', async () => {
    const result = await ask('bees garden');
    expect(recallResultSchema.safeParse(result).error).toBeUndefined();
    expect(ids(result)).toEqual(['bees', 'honey']);
    expect(Object.keys(result.evidence)).toEqual([...EVIDENCE]);
    const [best, other] = result.items;
    const strength = best?.breakdown.signals.text ?? 0;
    expect(result.evidence['strength']).toBe(strength);
    expect(result.confidence).toBeCloseTo(1 / (1 + Math.exp(-strength)), 10);
    expect(best?.confidence).toBeCloseTo(result.confidence ** 2, 10);
    expect(other?.confidence).toBeLessThan(best?.confidence ?? 0);
  });

  it('is empty below the threshold, with the confidence', async () => {
    const { confidence } = await ask('bees garden');
    const result = await ask('bees garden', { options: { threshold: confidence + 0.001 } });
    expect(result).toMatchObject({ items: [], confidence, reason: 'no memory is relevant enough' });
    expect(result.cut.belowThreshold).toBe(2);
    expect(ids(await ask('bees garden', { options: { threshold: confidence - 0.001 } }))).toEqual(['bees', 'honey']);
  });

  it("uses the threshold of the call before the agent's", async () => {
    expect(ids(await ask('bees', { config: { threshold: 1 } }))).toEqual([]);
    expect(ids(await ask('bees', { config: { threshold: 1 }, options: { threshold: 0 } }))).toHaveLength(2);
  });

  it('drops items below the minimum share of the best', async () => {
    const { items } = await ask('bees garden');
    const minScoreShare = (1 + (items[1]?.score ?? 0) / (items[0]?.score ?? 1)) / 2;
    const result = await ask('bees garden', { config: { minScoreShare } });
    expect(ids(result)).toEqual(['bees']);
    expect(result.cut.belowThreshold).toBe(1);
  });

  it('has confidence 1 for a listing', async () => {
    const { items, confidence } = await ask('', { options: { mode: 'recent' }, config: { threshold: 1 } });
    expect([confidence, ...items.map((item) => item.confidence)]).toEqual([1, 1, 1]);
  });
});

describe('an item of several memories', () => {
  it('has the sources of all of them, each once', async () => {
    const from = (episodeIds: string[], turnIds: string[], position: number) => ({
      provenance: { episodeIds, turnIds, position, conversationId: `c${position}` },
    });
    await store.write(OWNER, {
      memories: [
        memory('shown', { content: 'The train leaves at noon', ...from(['e1', 'e2'], ['t1', 't2'], 1) }),
        memory('folded', { content: 'the train leaves at noon.', ...from(['e2'], ['t2'], 2) }),
        memory('again', { content: 'The train leaves at noon!', ...from(['e3'], ['t3'], 3) }),
      ],
    });
    const { items, cut } = await ask('train noon');
    expect(cut.duplicates).toBe(2);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      id: 'shown',
      alsoIn: expect.arrayContaining([expect.objectContaining({ id: 'folded' })]),
      provenance: { position: 1, conversationId: 'c1' },
    });
    expect(items[0]?.provenance.episodeIds.toSorted()).toEqual(['e1', 'e2', 'e3']);
    expect(items[0]?.provenance.turnIds.toSorted()).toEqual(['t1', 't2', 't3']);
    const [retained] = await store.getMemories(OWNER, ['shown']);
    expect(retained?.provenance.episodeIds).toEqual(['e1', 'e2']);
  });
});

describe('the reranker of recall', () => {
  it('of the context decides the order', async () => {
    const reranker: Reranker = {
      name: 'honey first',
      rerank: async (_, candidates) => candidates.map(({ content }) => (content.includes('honey') ? 2 : 1)),
    };
    const result = await ask('bees garden', { reranker });
    expect(ids(result)).toEqual(['honey', 'bees']);
    expect(result.items[0]?.breakdown.contributions).toEqual({ 'honey first': 2 });
    expect(result.degraded).toEqual([]);
  });

  it('is reported if it fails, and recall still answers', async () => {
    const reranker: Reranker = { name: 'broken', rerank: () => Promise.reject(new Error('no model here')) };
    const result = await ask('bees garden', { reranker });
    expect(ids(result)).toEqual(['bees', 'honey']);
    expect(result.degraded).toMatchObject([{ part: 'reranker', reason: 'no model here' }]);
  });
});

describe('the replacement of a matching memory', () => {
  const replace = (by: object) =>
    store.write(OWNER, {
      memories: [
        memory('red', {
          content: 'The roof is tarred',
          status: 'superseded',
          supersededBy: 'slate',
          projectId: 'alpha',
        }),
        memory('slate', { content: 'Slates since May', ...by }),
      ],
    });
  type Asked = RecallOptions & { readonly projectId?: string };
  const matches = async (options: Asked) =>
    (await ask('tarred roof', { options, config: { threshold: 0 } })).items.map(({ id }) => id);

  it('is found by the words of its predecessor', async () => {
    await replace({ projectId: 'alpha' });
    expect(await matches({})).toEqual(['slate']);
    expect(await matches({ projectId: 'alpha' })).toEqual(['slate']);
  });

  it.each<[string, object, Asked]>([
    ['project', { projectId: 'beta' }, { projectId: 'alpha' }],
    ['session', { sessionId: 'two' }, { sessionId: 'one' }],
    ['component', { component: 'task' }, { components: ['durable'] }],
  ])('is not found if another %s is requested', async (_, by, options) => {
    await replace(by);
    expect(await matches(options)).toEqual([]);
  });
});
