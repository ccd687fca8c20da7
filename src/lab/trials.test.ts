import { describe, expect, it } from 'vitest';
import { sharedReader } from '../../test/support/shared-embedder.ts';
import { hashEmbedder } from '../embedders/index.ts';
import { createSouvenir, defineAgent, memoryStore, type SouvenirOptions } from '../index.ts';
import { newId } from '../model/id.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';

const open = (options: Partial<SouvenirOptions> = {}) =>
  createSouvenir({ store: memoryStore(), embedder: hashEmbedder(), reader: null, agents: AGENT, ...options });
const AGENT = defineAgent({ recall: { threshold: 0, minScoreShare: 0 } });
const RABBITS = 'Which rabbits does Ana have?';

async function withTurns(options: Partial<SouvenirOptions> = {}) {
  const souvenir = await open(options);
  const ana = souvenir.for({ userId: 'ana' });
  await ana.recordAll([
    { content: 'I have two rabbits, a white one and a brown one.' },
    { content: 'My name is Ana and I live in Lisbon.' },
    { content: 'Our goal is to finish the garden by May.' },
  ]);
  await ana.consolidate();
  return { souvenir, ana };
}

describe('evaluate', () => {
  it('asks the saved queries, and tells what is missing and what nobody expected', async () => {
    const ana = (await open()).for({ userId: 'ana' });
    const [rabbits, hens] = await Promise.all(
      ['Ana has two rabbits.', 'Hens lay eggs.'].map(async (content) => (await ana.memories.add(content)).memory.id),
    );
    await ana.settings.set({
      tests: [
        { query: RABBITS, expected: [rabbits as string] },
        { query: 'hens and rabbits', expected: [hens as string, 'gone'] },
      ],
    });
    const reported: object[] = [];
    const onProgress = (progress: object) => reported.push(progress);
    const { queries, precision, recall, f1, meanMs } = await ana.evaluate({ config: { topK: 1 }, onProgress });
    expect(reported).toEqual([1, 2].map((done) => ({ stage: 'evaluating', done, total: 2 })));
    expect(queries[0]).toEqual({ query: RABBITS, precision: 1, recall: 1, f1: 1, missing: [], extra: [] });
    expect(queries[1]?.missing).toContain('gone');
    const mean = (name: 'precision' | 'recall' | 'f1') => queries.reduce((sum, each) => sum + each[name], 0) / 2;
    expect({ precision, recall, f1 }).toEqual({ precision: mean('precision'), recall: mean('recall'), f1: mean('f1') });
    expect(meanMs).toBeGreaterThan(0);
    const unwanted = await ana.evaluate({ tests: [{ query: RABBITS, expected: [] }], config: { topK: 1 } });
    expect(unwanted).toMatchObject({ precision: 0, recall: 1, queries: [{ extra: [rabbits] }] });
    expect((await ana.evaluate({ tests: [{ query: RABBITS, expected: [] }], config: { threshold: 1 } })).f1).toBe(1);
  });

  it('expects what replaced an expected memory, over however many steps', async () => {
    const ana = (await open()).for({ userId: 'ana' });
    const { memory } = await ana.memories.add('Ana has two rabbits.');
    const { id: between } = await ana.memories.correct(memory.id, { content: 'Ana has three rabbits.' });
    const { id } = await ana.memories.correct(between, { content: 'Ana has four rabbits.' });
    const tests = [{ query: RABBITS, expected: [memory.id, between] }];
    expect(await ana.evaluate({ tests })).toMatchObject({ f1: 1, queries: [{ missing: [], extra: [] }] });
    const silent = await ana.evaluate({ tests, config: { threshold: 1 } });
    expect(silent).toMatchObject({ recall: 0, queries: [{ missing: [id] }] });
  });

  it('takes a memory that says the same as the expected one for it', async () => {
    const store = memoryStore();
    const ana = (await open({ store })).for({ userId: 'ana' });
    const { memory } = await ana.memories.add('Ana has two rabbits.');
    const copies = [0, 1].map(() => ({ ...memory, id: newId(new Date()) }));
    await store.write(memory, { memories: copies });
    for (const { id } of [memory, ...copies]) {
      const { queries } = await ana.evaluate({ tests: [{ query: RABBITS, expected: [id] }] });
      expect(queries).toMatchObject([{ recall: 1, missing: [], extra: [] }]);
    }
  });

  it('is of use without queries, stops when told to, and refuses what is wrong', async () => {
    const ana = (await open()).for({ userId: 'ana' });
    expect(await ana.evaluate()).toEqual({ queries: [], precision: 1, recall: 1, f1: 1, meanMs: 0 });
    const tests = [{ query: RABBITS, expected: [] }];
    const aborted = ana.evaluate({ tests, signal: AbortSignal.abort(new Error('enough')) });
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
    await expect(ana.evaluate({ config: { topK: -1 } })).rejects.toMatchObject({ code: 'invalidInput' });
    const many = Array(201).fill(tests[0]);
    await expect(ana.evaluate({ tests: many })).rejects.toMatchObject({ code: 'invalidInput' });
  });
});

describe('an experiment', () => {
  it('finds the same memory where nothing is changed, and leaves no trace', async () => {
    // The copy is kept in SQLite, which rounds vectors: what another store holds exactly may change places with its neighbour.
    const { souvenir, ana } = await withTurns({ store: sqliteStore({ path: ':memory:' }) });
    const stored = () => ana.memories.list({ limit: 1000 });
    const before = await stored();
    let events = 0;
    souvenir.on('consolidationCompleted', () => events++);
    souvenir.on('recalled', () => events++);
    const stages = new Set<string>();
    const matches = await ana.experiment({ queries: [RABBITS], onProgress: ({ stage }) => stages.add(stage) });
    expect(matches).toMatchObject({
      episodes: 3,
      memories: { same: before.memories.length, gained: { count: 0 }, lost: { count: 0 }, changed: { count: 0 } },
      queries: { asked: 1, changed: [] },
      degraded: [],
    });
    expect([...stages]).toEqual(['replaying', 'comparing']);
    expect(await stored()).toEqual(before);
    expect(events).toBe(0);
  });

  it('tells what is lost without a component, and which answers change', async () => {
    const { ana } = await withTurns();
    const { memories, queries } = await ana.experiment({
      ...{ without: ['episodic'], queries: [RABBITS, 'What is the capital of Peru?'] },
      recall: { topK: 1 },
    });
    expect(memories.lost.count).toBeGreaterThanOrEqual(3);
    expect(memories.lost.memories.every(({ component, id }) => component === 'episodic' && id !== '')).toBe(true);
    expect(queries.changed.map(({ query }) => query)).toContain(RABBITS);
    const [rabbits] = queries.changed;
    expect(rabbits?.after.length).toBeLessThanOrEqual(1);
  });

  it('asks no model unless it is told to, and says so', async () => {
    let calls = 0;
    const llm = async () => {
      calls += 1;
      return '{"findings":[]}';
    };
    const { ana } = await withTurns({ llm });
    calls = 0;
    expect((await ana.experiment()).degraded).toMatchObject([{ part: 'llm' }]);
    expect(calls).toBe(0);
    expect((await ana.experiment({ useModel: true })).cost.after.modelCalls).toBe(calls);
    expect(calls).toBeGreaterThan(0);
  });

  it('does without embedder and reader where it is told to', async () => {
    let calls = 0;
    const counting = <Part extends object>(part: Part): Part =>
      new Proxy(part, {
        get(target, name) {
          const matches = Reflect.get(target, name);
          return typeof matches !== 'function'
            ? matches
            : (...given: unknown[]) => ++calls && matches.apply(target, given);
        },
      });
    const reported = async (options: Partial<SouvenirOptions>, asked: object) => {
      const { souvenir, ana } = await withTurns(options);
      // Vectors and readings are kept until something is erased.
      await souvenir.for({ userId: 'ben' }).recordAll([{ content: 'I keep bees.' }]);
      await souvenir.erase({ userId: 'ben' });
      calls = 0;
      await ana.experiment({ queries: [], ...asked });
      return calls;
    };
    const embedder = { embedder: counting(hashEmbedder()) };
    expect(await reported(embedder, {})).toBeGreaterThan(0);
    expect(await reported(embedder, { useEmbedder: false })).toBe(0);
    const reader = { reader: counting(sharedReader) };
    expect(await reported(reader, {})).toBeGreaterThan(0);
    expect(await reported(reader, { useReader: false })).toBe(0);
  });

  it('asks what other agents hold as it is', async () => {
    const recall = { threshold: 0, minScoreShare: 0 };
    const agents = [defineAgent({ recall, references: [{ agentId: 'other' }] }), defineAgent({ id: 'other', recall })];
    const souvenir = await open({ agents });
    await souvenir.for({ userId: 'ana', agentId: 'other' }).memories.add('Ana has two rabbits.');
    const ana = souvenir.for({ userId: 'ana' });
    expect((await ana.explain(RABBITS)).items).toHaveLength(1);
    expect((await ana.experiment({ queries: [RABBITS] })).queries).toEqual({ asked: 1, changed: [] });
  });

  it('is one at a time, ended by its signal, and refuses what it does not know', async () => {
    const { ana } = await withTurns();
    const ending = new AbortController();
    const first = ana.experiment({ signal: ending.signal });
    await expect(ana.experiment()).rejects.toMatchObject({ code: 'conflict' });
    ending.abort(new Error('enough'));
    await expect(first).rejects.toMatchObject({ code: 'aborted' });
    const later = new AbortController();
    const onProgress = ({ stage }: { stage: string }) => stage === 'comparing' && later.abort(new Error('enough'));
    const second = ana.experiment({ queries: [RABBITS, 'garden'], signal: later.signal, onProgress });
    await expect(second).rejects.toMatchObject({ code: 'aborted' });
    await expect(ana.experiment({ without: ['ghost'] })).rejects.toThrow('there is no component "ghost"');
    await expect(ana.experiment({ recall: { topK: 0 } })).rejects.toMatchObject({ code: 'invalidInput' });
  });

  it('refuses more turns than it can hold', async () => {
    const store = memoryStore();
    const stats = store.stats.bind(store);
    const ana = (await open({ store })).for({ userId: 'ana' });
    store.stats = async (owner) => ({ ...(await stats(owner)), episodes: 10_001 });
    await expect(ana.experiment()).rejects.toMatchObject({
      code: 'invalidInput',
      advice: expect.stringContaining('lab'),
    });
  });

  it('tells nothing of another project', async () => {
    const { souvenir } = await withTurns();
    const site = souvenir.for({ userId: 'ana', projectId: 'site' });
    const { memories, queries } = await site.experiment({ without: ['episodic'], queries: [RABBITS] });
    expect(memories).toMatchObject({ same: 0, lost: { count: 0 }, gained: { count: 0 }, changed: { count: 0 } });
    expect(queries.changed).toEqual([]);
  });
});
