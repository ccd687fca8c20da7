import { beforeEach, expect, it } from 'vitest';
import { episode, memory, minute, OWNER } from '../../test/conformance/store/samples.ts';
import { manualClock } from '../../test/support/manual-clock.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Store } from '../contracts/store.ts';
import { hashEmbedder } from '../embedders/index.ts';
import { languages } from '../languages/languages.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { approximateTokenizer } from '../tokenizers/tokenizers.ts';
import { type RecallConfigInput, recallConfigSchema } from './config.ts';
import { recall } from './pipeline.ts';
import { linearRanker } from './rankers/rankers.ts';

const QUERY = 'Who painted the boat?';
const hash = hashEmbedder();

let store: Store;
let received: string[];
beforeEach(async () => {
  store = memoryStore();
  await store.open();
  received = [];
});

const embedder = (over: Partial<Embedder> = {}): Embedder => ({
  id: hash.id,
  embed(texts) {
    received.push(...texts);
    return hash.embed(texts);
  },
  ...over,
});

/** Of each signal two candidates, and three of all of them go on. */
const recalled = (by: Embedder, config: RecallConfigInput = { candidates: 2 }) =>
  recall(
    QUERY,
    [{ owner: OWNER }],
    { topK: 1 },
    {
      ...{
        store,
        embedder: by,
        tokenizer: approximateTokenizer(),
        languages: languages(),
        reranker: linearRanker('r', {}),
      },
      ...{ clock: manualClock(minute(1).toISOString()), config: recallConfigSchema.parse(config) },
    },
  );

const keep = async (content: string, isEmbedded: boolean) => {
  const [vector] = await hash.embed([content]);
  const vectors = isEmbedded && vector ? [{ memoryId: content, embedderId: hash.id, vector }] : [];
  await store.write(OWNER, { memories: [memory(content, { content })], vectors });
};

it.each([0, 300])(
  'recall embeds only the waiting memories that share words with a query, among %i others',
  async (others) => {
    const away = (at: number) => memory(`away${at}`, { content: `Snow lay on pass ${at}.` });
    await store.write(OWNER, { memories: Array.from({ length: others }, (_, at) => away(at)) });
    await keep('Who?', true);
    await keep('The', true);
    await keep(`${Array.from({ length: 30 }, (_, at) => `word${at}`).join(' ')} painted boat`, true);
    await keep('Ana painted the boat.', false);
    await recalled(embedder());
    expect(received).toEqual([QUERY, 'Ana painted the boat.']);
  },
);

it('recall embeds a waiting reply with the turn before it, as it will be stored', async () => {
  await store.write(OWNER, {
    episodes: [
      episode('asked', { content: 'Is the boat dry?' }),
      episode('answer', { content: 'Ana painted the boat.', role: 'assistant' }),
    ],
    memories: [
      memory('answer', {
        ...{
          content: 'Ana painted the boat.',
          type: 'episodic',
          sessionId: 'session',
          metadata: { role: 'assistant' },
        },
        provenance: { episodeIds: ['answer'], turnIds: ['answer'], position: 2 },
      }),
    ],
  });
  await recalled(embedder({ joined: (turn, before) => `${turn} < ${before}` }));
  expect(received).toEqual([QUERY, 'assistant: Ana painted the boat. < user: Is the boat dry?']);
});

it('recall reports in `degraded` why a waiting memory could not be embedded', async () => {
  await keep('Ana painted the boat.', false);
  const embed = (texts: readonly string[]) =>
    texts.includes(QUERY) ? hash.embed(texts) : Promise.reject(new Error('out of memory'));
  const { items, degraded } = await recalled(embedder({ embed }));
  expect(items.map(({ content }) => content)).toEqual(['Ana painted the boat.']);
  expect(degraded).toContainEqual({ part: 'vector', reason: 'out of memory', code: 'partFailed' });
});

it('each signal returns 150 memories by default, as decided in docs/decisions/0008-recall.md', async () => {
  const limits: number[] = [];
  const { searchText, searchVector } = store;
  store.searchText = (owner, query) => {
    limits.push(query.limit);
    return searchText(owner, query);
  };
  store.searchVector = (owner, query) => {
    limits.push(query.limit);
    return searchVector(owner, query);
  };
  await recalled(embedder(), {});
  expect(limits).toEqual([150, 150]);
});
