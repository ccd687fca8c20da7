import { beforeEach, describe, expect, it } from 'vitest';
import { embedded, episode, memory, OWNER, vector } from '../../test/conformance/store/samples.ts';
import { manualClock } from '../../test/support/manual-clock.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Store } from '../contracts/store.ts';
import { languages } from '../languages/languages.ts';
import type { Memory } from '../model/memory.ts';
import type { RecallOptions } from '../model/recall.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { approximateTokenizer } from '../tokenizers/tokenizers.ts';
import { type RecallConfigInput, recallConfigSchema } from './config.ts';
import { recall } from './pipeline.ts';
import { handSetRanker } from './rankers/rankers.ts';

const clock = manualClock('2026-03-20T12:00:00Z');
const march = (day: number) => new Date(Date.UTC(2026, 2, day));
const aprilFirst = march(32);

const MEMORIES: readonly Memory[] = [
  memory('bees', {
    content: 'Ana keeps bees in the garden',
    createdAt: march(2),
    accessCount: 5,
    lastAccessedAt: march(3),
  }),
  memory('honey', { content: 'The bees gave honey', createdAt: march(19), accessCount: 1, lastAccessedAt: march(19) }),
  memory('wedding', { content: 'Ben married in Porto', createdAt: march(18), validAt: march(10), accessCount: 2 }),
  memory('train', {
    content: 'The train leaves at noon',
    createdAt: march(12),
    accessCount: 40,
    lastAccessedAt: march(20),
  }),
];

let store: Store;
beforeEach(async () => {
  store = memoryStore();
  await store.open();
  await store.write(OWNER, { memories: MEMORIES });
});

const ask = (query: string, options: RecallOptions = {}, config: RecallConfigInput = {}, embedder?: Embedder) =>
  recall(query, [{ owner: OWNER }], options, {
    ...{ store, clock, embedder, tokenizer: approximateTokenizer(), languages: languages(), reranker: handSetRanker },
    config: recallConfigSchema.parse({ threshold: 0, minScoreShare: 0, ...config }),
  });
const matches = async (...args: Parameters<typeof ask>) => (await ask(...args)).items.map(({ id }) => id);

describe('recall without a query', () => {
  it('returns nothing in the mode relevant', async () => {
    expect(await ask('')).toMatchObject({ items: [], confidence: 0, reason: 'the query is empty' });
  });

  it.each([
    ['recent', ['train', 'honey', 'wedding', 'bees']],
    ['frequent', ['train', 'bees', 'wedding', 'honey']],
    ['important', ['train', 'honey', 'wedding', 'bees']],
    ['temporal', ['honey', 'train', 'wedding', 'bees']],
  ] as const)('orders all memories by the mode %s', async (mode, expected) => {
    const { items, candidates, degraded, ...result } = await ask('', { mode });
    expect(result.mode).toBe(mode);
    expect(items.map(({ id }) => id)).toEqual(expected);
    const scores = items.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
    expect(candidates.listed).toBe(4);
    expect(degraded).toEqual([]);
  });

  it('measures the mode important at the time of the call, with a breakdown', async () => {
    await store.write(OWNER, {
      updates: [{ id: 'bees', salience: 1 }],
      accesses: { memoryIds: ['bees'], at: march(20) },
    });
    const { items } = await ask('', { mode: 'important' });
    expect(items.map(({ id }) => id)).toEqual(['train', 'bees', 'honey', 'wedding']);
    const [{ score, breakdown } = { score: 0, breakdown: {} }] = items;
    const parts: readonly number[] = Object.values(('salience' in breakdown && breakdown.salience) || {});
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 10);
    const byAccess = { salience: { recency: 0, frequency: 1, importance: 0, relevance: 0 } };
    expect(await matches('', { mode: 'important' }, byAccess)).toEqual(['train', 'bees', 'wedding', 'honey']);
  });

  it('applies filters, top-k and budget, and removes duplicates', async () => {
    await store.write(OWNER, { memories: [memory('again', { content: 'the bees gave honey.', createdAt: march(1) })] });
    expect(await matches('', { mode: 'recent', topK: 2 })).toEqual(['train', 'honey']);
    expect(await matches('', { mode: 'recent', tokenBudget: 0 })).toEqual([]);
    expect(await matches('', { mode: 'recent', categories: ['goal'] })).toEqual([]);
    expect((await ask('', { mode: 'recent' })).cut.duplicates).toBe(1);
    expect(await ask('', { mode: 'recent', sessionId: 'none' })).toMatchObject({
      reason: 'no memory passes the filters',
    });
  });

  it('misses no better memory in the mode important', async () => {
    await store.write(OWNER, { updates: [{ id: 'wedding', confidence: 0.9 }] });
    expect(await matches('', { mode: 'important', topK: 1 }, { candidates: 1 })).toEqual(['train']);
  });

  it('returns as many items as requested, beyond the candidate limit', async () => {
    expect(await matches('', { mode: 'recent', topK: 4 }, { candidates: 1 })).toHaveLength(4);
  });
});

describe('recall with a query', () => {
  it.each([
    ['recent', ['honey', 'bees']],
    ['frequent', ['bees', 'honey']],
    ['important', ['honey', 'bees']],
  ] as const)('orders relevant memories by the mode %s', async (mode, expected) => {
    expect(await matches('bees', { mode })).toEqual(expected);
  });

  it('orders the mode recent by last access', async () => {
    await store.write(OWNER, { accesses: { memoryIds: ['bees'], at: march(20) } });
    expect(await matches('bees', { mode: 'recent' })).toEqual(['bees', 'honey']);
    expect(await matches('', { mode: 'temporal' })).toEqual(['honey', 'train', 'wedding', 'bees']);
  });

  it('includes similarity in the mode important', async () => {
    const embedder: Embedder = { id: 'embedder', embed: async (texts) => texts.map(() => vector(1, 0)) };
    await store.write(OWNER, { vectors: [embedded('bees', vector(1, 0)), embedded('honey', vector(1, 3))] });
    expect(await matches('bees', { mode: 'important' }, {}, embedder)).toEqual(['bees', 'honey']);
  });

  it('finds relevant memories within a period in the mode temporal', async () => {
    expect(await matches('bees garden', { from: march(1), to: march(20) })).toEqual(['bees', 'honey']);
    expect(await matches('bees garden', { from: march(15), to: march(20) })).toEqual(['honey']);
    expect(await matches('trains', { from: march(15), to: march(20) })).toEqual([]);
  });
});

describe('the filters from and to', () => {
  it('limit the time of memories, ends included', async () => {
    expect(await matches('', { from: march(10), to: march(12) })).toEqual(['train', 'wedding']);
    expect(await matches('', { from: march(12) })).toEqual(['honey', 'train']);
    expect(await matches('', { to: march(2) })).toEqual(['bees']);
    expect(await matches('', { mode: 'frequent', from: march(10), to: march(19) })).toEqual([
      'train',
      'wedding',
      'honey',
    ]);
  });

  it('can come from the query', async () => {
    expect(await matches('bees since Monday', { mode: 'temporal' })).toEqual(['honey']);
  });
});

describe('an inactive memory', () => {
  const STATUSES = ['expired', 'decayed', 'archived', 'superseded'] as const;

  beforeEach(() =>
    store.write(OWNER, {
      memories: [
        ...[...STATUSES, 'forgotten' as const].map((status) =>
          memory(status, { status, content: `${status} bees`, createdAt: march(1), invalidAt: march(2) }),
        ),
        memory('ended', { content: 'ended bees', createdAt: march(1), invalidAt: march(2) }),
        memory('future', { content: 'future bees', createdAt: march(1), validAt: aprilFirst }),
      ],
      updates: [
        { id: 'decayed', invalidAt: null },
        { id: 'archived', invalidAt: null },
      ],
    }),
  );

  it.each(['', 'bees'])('is excluded in every mode for the query %j', async (query) => {
    for (const mode of ['relevant', 'recent', 'important', 'frequent', 'temporal'] as const) {
      const items = await matches(query, { mode });
      expect(items.filter((id) => !MEMORIES.some((known) => known.id === id))).toEqual([]);
    }
  });

  it.each(STATUSES)('is included on request: %s', async (status) => {
    for (const options of [{ mode: 'recent' }, { mode: 'relevant' }] as const) {
      const items = await matches(options.mode === 'recent' ? '' : 'bees', { ...options, include: [status] });
      expect(items).toContain(status);
      expect(items.filter((id) => id !== status && (STATUSES as readonly string[]).includes(id))).toEqual([]);
      expect(items).not.toContain('forgotten');
      expect(items).not.toContain('future');
    }
  });

  it('is included as of a moment when it was active, unless forgotten', async () => {
    await store.write(OWNER, { at: march(2), updates: [{ id: 'ended', status: 'superseded' }] });
    const then = await matches('', { mode: 'recent', asOf: march(1) });
    expect(then).toContain('ended');
    expect(then).not.toContain('superseded');
    expect(then).not.toContain('forgotten');
    await expect(ask('', { mode: 'recent', asOf: aprilFirst })).rejects.toMatchObject({
      ...{ code: 'invalidInput', message: 'recall.asOf: is in the future' },
    });
  });
});

describe('filters of recall', () => {
  it('by entities ignore case, and an unknown name matches nothing', async () => {
    await store.write(OWNER, {
      entities: [{ id: 'n1', name: 'Ana', type: 'person' }],
      updates: [{ id: 'bees', entityIds: ['n1'] }],
    });
    expect(await matches('', { mode: 'recent', entities: ['ANA', 'nobody'] })).toEqual(['bees']);
    expect(await matches('bees', { entities: ['ana'] })).toEqual(['bees']);
    expect(await matches('', { mode: 'recent', entities: ['nobody'] })).toEqual([]);
  });

  it('by minImportance drop less important memories', async () => {
    await store.write(OWNER, { updates: [{ id: 'train', importance: 0.9 }] });
    expect(await matches('', { mode: 'recent', minImportance: 0.8 })).toEqual(['train']);
    expect(await matches('bees', { minImportance: 0.8 })).toEqual([]);
  });

  it('by minSalience use the stored salience', async () => {
    await store.write(OWNER, { updates: [{ id: 'train', salience: 0.9 }] });
    expect(await matches('', { mode: 'recent', minSalience: 0.8 })).toEqual(['train']);
    expect(await matches('bees', { minSalience: 0.8 })).toEqual([]);
  });
});

describe('the period of a query', () => {
  it('adds candidates and raises those within it', async () => {
    const { items, candidates } = await ask('what about bees since Thursday');
    expect(candidates.time).toBe(1);
    expect(items.map(({ id, breakdown }) => [id, breakdown.signals.time])).toEqual([
      ['honey', 1],
      ['bees', expect.closeTo(Math.exp(-17 / 7), 5)],
    ]);
    const { items: unheard } = await ask('anything since Thursday?');
    expect(unheard.map(({ id }) => id)).toEqual(['honey']);
  });

  it('is no signal without a date', async () => {
    const { items, candidates } = await ask('what about bees before the move');
    expect(candidates.time).toBe(0);
    expect(items.map(({ breakdown }) => breakdown.signals.time)).toEqual([0, 0]);
  });

  it('adds nothing outside of the period', async () => {
    const { candidates } = await ask('bees this month', { from: march(15), to: march(18) });
    expect(candidates).toMatchObject({ text: 0, time: 0 });
  });

  it('that cannot be read is reported, and other signals answer', async () => {
    store = { ...store, rankMemories: () => Promise.reject(new Error('no order')) };
    const { items, degraded } = await ask('bees last week');
    expect(items).toHaveLength(2);
    expect(degraded).toMatchObject([{ part: 'time', reason: 'no order' }]);
  });
});

describe('questions about memory itself', () => {
  beforeEach(async () => {
    const early = { createdAt: march(1) };
    await store.write(OWNER, {
      memories: [
        memory('moved', { content: 'Ana lives in Porto', ...early, confidence: 0.6 }),
        memory('before', { content: 'Ana lives in Faro', ...early }),
        memory('gone', { content: 'Ana lives on a boat', ...early }),
      ],
      episodes: [
        episode('t1', { sessionId: 'sunday', occurredAt: march(15) }),
        episode('t2', { sessionId: 'today', occurredAt: new Date('2026-03-20T11:50:00Z') }),
      ],
    });
    const updatedAt = march(17);
    await store.write(OWNER, {
      at: march(17),
      updates: [
        { id: 'moved', confidence: 0.95, updatedAt },
        { id: 'before', status: 'superseded', invalidAt: march(17), updatedAt },
        { id: 'gone', status: 'forgotten', updatedAt },
      ],
    });
  });

  it('about changes since a day return memories created or changed since, latest first', async () => {
    expect(await ask('What changed since 17 March?')).toMatchObject({ mode: 'changed' });
    expect(await matches('What changed since 17 March?')).toEqual(['honey', 'wedding', 'before', 'moved']);
    const aboutAna = await matches('What changed about Ana since 17 March?', {}, { minScoreShare: 0.5 });
    expect(aboutAna).toEqual(['before', 'moved']);
    expect(await matches('', { mode: 'changed', from: march(18), to: march(18) })).toEqual(['wedding']);
    // What changed once more later had changed then, too.
    await store.write(OWNER, { at: march(19), updates: [{ id: 'moved', confidence: 0.97, updatedAt: march(19) }] });
    expect(await matches('', { mode: 'changed', from: march(17), to: march(17) })).toEqual(['moved', 'before']);
  });

  it('about changes since last time start at the session before this one', async () => {
    const since16 = ['honey', 'wedding', 'before', 'moved'];
    expect(await matches("What's changed since last time?")).toEqual(since16);
  });

  it('about certainty are ordered by confidence', async () => {
    const { items, mode } = await ask('What am I most sure of?');
    expect(mode).toBe('certain');
    expect(items.map(({ id }) => id)).toEqual(['moved', 'honey', 'train', 'wedding', 'bees']);
    expect(items[0]?.score).toBe(0.95);
    expect(await matches('What am I most sure of about Ana?')).toEqual(['moved', 'bees']);
  });
});

describe('recall as of an earlier moment', () => {
  it('returns memories in their words of then, and never forgotten ones', async () => {
    const at = march(13);
    await store.write(OWNER, { at: march(14), updates: [{ id: 'bees', content: 'Ana keeps goats' }] });
    await store.write(OWNER, { at: march(14), updates: [{ id: 'train', status: 'forgotten' }] });
    const { items } = await ask('What does Ana keep in the garden?', { asOf: at });
    expect(items.map(({ id, content }) => [id, content])).toEqual([['bees', 'Ana keeps bees in the garden']]);
    for (const asOf of [at, march(15)])
      expect(await matches('When does the train leave?', { asOf })).not.toContain('train');
    expect(await matches('', { mode: 'recent', asOf: at })).toEqual(['bees']);
    await store.write(OWNER, { at: march(16), updates: [{ id: 'train', status: 'active' }] });
    expect(await matches('When does the train leave?', { asOf: at })).toEqual(['train']);
    expect(await matches('When does the train leave?', { asOf: march(15) })).not.toContain('train');
  });
});
