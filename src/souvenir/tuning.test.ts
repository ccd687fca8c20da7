import { describe, expect, it } from 'vitest';
import { keeper } from '../../test/support/keeper.ts';
import { manualClock } from '../../test/support/manual-clock.ts';
import { createSouvenir, defineAgent, memoryStore, type ScopedSouvenir, type SouvenirOptions } from '../index.ts';
import type { ExportRecord } from '../transfer/export-records.ts';

const open = (options: Partial<SouvenirOptions> = {}) =>
  createSouvenir({
    ...{ store: memoryStore(), embedder: null },
    agents: defineAgent({ components: [keeper()], recall: { threshold: 0, minScoreShare: 0 } }),
    ...options,
  });
const NONE = expect.toSatisfy((change: object) => Object.keys(change).length === 0);
const QUERY = 'Which rabbits does Ana have?';

async function exported(user: ScopedSouvenir): Promise<ExportRecord[]> {
  const records: ExportRecord[] = [];
  for await (const record of user.export()) records.push(record);
  return records;
}

describe('explain', () => {
  it('leaves no trace: no access, no event, no echo', async () => {
    const souvenir = await open();
    const ana = souvenir.for({ userId: 'ana' });
    const content = 'Ana has two rabbits, a white one and a brown one.';
    const { memory } = await ana.memories.add(content);
    let recalls = 0;
    souvenir.on('recalled', () => recalls++);
    const { items } = await ana.explain(QUERY);
    expect(items.map(({ id }) => id)).toEqual([memory.id]);
    await souvenir.settled();
    expect(await ana.memories.get(memory.id)).toMatchObject({ accessCount: 0 });
    expect(recalls).toBe(0);
    expect((await ana.record({ role: 'assistant', content })).metadata).toEqual({});
  });

  it('finds turns that wait, and marks them among those cut, too', async () => {
    const agents = defineAgent({ recall: { threshold: 0, minScoreShare: 0 } });
    const ana = (await open({ agents })).for({ userId: 'ana' });
    await ana.record({ content: 'I have two rabbits.' });
    await ana.record({ content: 'The rabbits eat hay in the morning.' });
    const { items, considered } = await ana.explain('rabbits', { config: { topK: 1 } });
    expect([...items, ...considered].map(({ isWaiting }) => isWaiting)).toEqual([true, true]);
  });

  it('is not read where it is told so, and says that a reader would have been asked', async () => {
    let reads = 0;
    const reader = {
      answers: async (_: string, passages: readonly unknown[]) => {
        reads++;
        return passages.map(() => ({ odds: 0 }));
      },
    };
    const ana = (await open({ reader })).for({ userId: 'ana' });
    await ana.memories.add('Ana has two rabbits.');
    expect((await ana.explain(QUERY, { read: false })).isUnread).toBe(true);
    expect((await ana.explain('', { read: false, mode: 'important' })).isUnread).toBeUndefined();
    expect(reads).toBe(0);
    expect((await ana.explain(QUERY)).isUnread).toBeUndefined();
    expect(reads).toBe(1);
    const unable = (await open({ reader: null })).for({ userId: 'ana' });
    expect((await unable.explain(QUERY, { read: false })).isUnread).toBeUndefined();
  });

  it('holds its configuration for the call alone, and refuses one that is wrong', async () => {
    const ana = (await open()).for({ userId: 'ana' });
    await ana.memories.add('Ana has two rabbits.');
    expect((await ana.explain(QUERY, { config: { threshold: 1 } })).items).toEqual([]);
    expect((await ana.recall(QUERY)).items).toHaveLength(1);
    const wrong = { code: 'invalidInput', message: expect.stringContaining('explain.config.topK') };
    await expect(ana.explain(QUERY, { config: { topK: 0 } })).rejects.toMatchObject(wrong);
    await expect(ana.explain(QUERY, { touch: true } as never)).rejects.toMatchObject({ code: 'invalidInput' });
  });
});

describe('settings', () => {
  const SILENT = { recall: { threshold: 1 } };

  it('hold for every way to recall of every user of the tenant, under what a call says, until they are taken back', async () => {
    const souvenir = await open();
    const ana = souvenir.for({ userId: 'ana' });
    await ana.memories.add('Ana has two rabbits.');
    const matches = async () => [
      (await ana.recall(QUERY)).items.length,
      (await ana.explain(QUERY)).items.length,
      (await ana.turn(QUERY, { retrieve: true })).memories.length,
      (await ana.context(QUERY)).memories.length,
    ];
    expect(await matches()).toEqual([1, 1, 1, 1]);
    expect(await souvenir.for({ userId: 'bo' }).settings.set(SILENT)).toMatchObject({ ...SILENT, tests: [] });
    expect(await matches()).toEqual([0, 0, 0, 0]);
    expect((await ana.recall(QUERY, { threshold: 0 })).items).toHaveLength(1);
    expect((await ana.explain(QUERY, { config: { threshold: 0 } })).config).toMatchObject({
      threshold: 0,
      minScoreShare: 0,
    });
    await ana.settings.set({ recall: null });
    expect(await matches()).toEqual([1, 1, 1, 1]);
    expect(await ana.settings.get()).toMatchObject({ recall: NONE, tests: [] });
  });

  it('of an export by an earlier version keep their share of the best score', async () => {
    const ana = (await open()).for({ userId: 'ana' });
    const { tenantId, userId, agentId } = ana.scope;
    const owner = { tenantId, userId, agentId };
    await ana.import([
      { kind: 'export', format: 1, at: new Date(), ...owner },
      { kind: 'settings', ...owner, recall: { leastShare: 0.3 }, tests: [] },
    ]);
    expect((await ana.settings.get()).recall).toEqual({ minScoreShare: 0.3 });
  });

  it('tell what is in force: defaults, the agent’s, what is saved, the weights of the ranker', async () => {
    const ana = (await open()).for({ userId: 'ana' });
    await ana.settings.set({ recall: { topK: 3, weights: { text: 0.1 } } });
    const { config } = await ana.settings.get();
    expect(config).toMatchObject({ tokenBudget: 4000, minScoreShare: 0, topK: 3 });
    expect(config).toEqual((await ana.explain(QUERY)).config);
  });

  it('changed since they were read are a conflict, and nothing is saved', async () => {
    const store = memoryStore();
    const [here, there] = [
      (await open({ store })).for({ userId: 'ana' }),
      (await open({ store })).for({ userId: 'ana' }),
    ];
    const { versions } = await here.settings.get();
    await there.settings.set({ recall: { topK: 3 }, versions });
    const conflict = { code: 'conflict', advice: expect.stringContaining('settings.get') };
    await expect(here.settings.set({ ...SILENT, versions })).rejects.toMatchObject(conflict);
    const now = await here.settings.get();
    expect(now.recall).toEqual({ topK: 3 });
    // What nobody else changed is saved.
    await here.settings.set({ tests: [{ query: 'Hens?', expected: [] }], versions });
    await expect(there.settings.set({ recall: null, tests: [], versions: now.versions })).rejects.toMatchObject(
      conflict,
    );
    expect((await there.settings.get()).recall).toEqual({ topK: 3 });
    const { versions: latest } = await there.settings.get();
    const both = [here, there].map(({ settings }) => settings.set({ recall: { topK: 4 }, versions: latest }));
    expect((await Promise.allSettled(both)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('bound the tokens of a context, too', async () => {
    const ana = (await open()).for({ userId: 'ana' });
    await ana.memories.add('Ana has two rabbits.');
    await ana.settings.set({ recall: { tokenBudget: 0 } });
    expect((await ana.context(QUERY)).memories).toEqual([]);
  });

  it('are those of one tenant and one agent', async () => {
    const agents = ['ada', 'bob'].map((id) => defineAgent({ id, components: [keeper()] }));
    const souvenir = await open({ agents });
    await souvenir.for({ tenantId: 'a', agentId: 'ada' }).settings.set(SILENT);
    const recallOf = async (scope: object) => (await souvenir.for(scope).settings.get()).recall;
    expect(await recallOf({ tenantId: 'a', agentId: 'ada', userId: 'bo' })).toEqual(SILENT.recall);
    expect(await recallOf({ tenantId: 'b', agentId: 'ada' })).toEqual({});
    expect(await recallOf({ tenantId: 'a', agentId: 'bob' })).toEqual({});
  });

  it('of another process are noticed within a second, and asked for no more often', async () => {
    const clock = manualClock('2026-03-20T12:00:00Z');
    let reads = 0;
    const store = memoryStore();
    const noteOf = store.noteOf.bind(store);
    store.noteOf = (owner, name) => {
      if (owner.agentId.includes('.settings.')) reads += 1;
      return noteOf(owner, name);
    };
    const [here, there] = [await open({ store, clock }), await open({ store, clock })];
    const ana = here.for({ userId: 'ana' });
    await ana.memories.add('Ana has two rabbits.');
    await ana.recall(QUERY);
    await ana.recall(QUERY);
    expect(reads).toBe(1);
    await there.for({ userId: 'bo' }).settings.set(SILENT);
    clock.advance(1000);
    expect((await ana.recall(QUERY)).items).toEqual([]);
  });

  it('that cannot be read are left aside, and named', async () => {
    const store = memoryStore();
    const ana = (await open({ store })).for({ userId: 'ana' });
    await ana.memories.add('Ana has two rabbits.');
    const home = { tenantId: 'default', userId: '*', agentId: 'shared:.settings.default' };
    await store.write(home, { notes: [{ name: 'recall', value: { threshold: 7 } }] });
    const { items, degraded } = await (await open({ store })).for({ userId: 'ana' }).recall(QUERY);
    expect(items).toHaveLength(1);
    expect(degraded).toMatchObject([{ part: 'settings' }]);
  });

  it.each([
    [{ recall: { threshold: 2 } }, 'settings.recall.threshold'],
    [{ recall: { treshold: 1 } }, 'treshold'],
    [{ tests: [{ query: ' ', expected: [] }] }, 'settings.tests.0.query'],
    [{ tests: Array(201).fill({ query: 'x', expected: [] }) }, 'more than 200'],
  ])('refuse %#', async (change, message) => {
    const ana = (await open()).for({ userId: 'ana' });
    const refusal = { code: 'invalidInput', message: expect.stringContaining(message) };
    await expect(ana.settings.set(change as never)).rejects.toMatchObject(refusal);
    expect(await ana.settings.get()).toMatchObject({ recall: NONE, tests: [] });
  });
});

describe('test queries', () => {
  const testOf = (query: string, ...expected: string[]) => ({ query, expected });

  it('are of one user and project, and hold no secret', async () => {
    const souvenir = await open();
    const [ana, site] = [souvenir.for({ userId: 'ana' }), souvenir.for({ userId: 'ana', projectId: 'site' })];
    await Promise.all([
      ana.settings.set({ tests: [testOf('My password is hunter2-Xk39!')] }),
      site.settings.set({ tests: [testOf('Which rabbits?')] }),
    ]);
    expect((await site.settings.get()).tests).toEqual([testOf('Which rabbits?')]);
    expect(JSON.stringify((await ana.settings.get()).tests)).not.toContain('hunter2');
    expect((await souvenir.for({ userId: 'bo' }).settings.get()).tests).toEqual([]);
    await site.settings.set({ tests: [] });
    expect((await ana.settings.get()).tests).toHaveLength(1);
  });

  it.for(['*', 'ana'])(
    'are saved with a configuration or neither is, where %s cannot be written',
    async (unwritable) => {
      const store = memoryStore();
      const ana = (await open({ store })).for({ userId: 'ana' });
      await ana.settings.set({ tests: [testOf('Hens?')] });
      const { write } = store;
      store.write = async (owner, ...rest) => {
        if (owner.userId === unwritable) throw new Error('no');
        return write(owner, ...rest);
      };
      await expect(ana.settings.set({ recall: { topK: 3 }, tests: [testOf('Rabbits?')] })).rejects.toThrow();
      store.write = write;
      expect(await ana.settings.get()).toMatchObject({ recall: NONE, tests: [testOf('Hens?')] });
    },
  );

  it('are bounded over all projects, wherever they come from', async () => {
    const souvenir = await open();
    const many = Array.from({ length: 200 }, (_, at) => testOf(`Query ${at}?`));
    for (let at = 0; at < 10; at++)
      await souvenir.for({ userId: 'ana', projectId: `p${at}` }).settings.set({ tests: many });
    const one = souvenir.for({ userId: 'ana', projectId: 'one-more' });
    const refusal = { code: 'invalidInput', message: expect.stringContaining('more than 2000') };
    await expect(one.settings.set({ tests: [testOf('Hens?')] })).rejects.toMatchObject(refusal);
    const ana = souvenir.for({ userId: 'ana' });
    const records = await exported(ana);
    const settings = records.find(({ kind }) => kind === 'settings');
    const tests = [...many, ...Array.from({ length: 1801 }, (_, at) => testOf(`Another ${at}?`))];
    const tooMany = records.map((each) => (each === settings ? { ...each, tests } : each));
    await expect(ana.import(tooMany)).rejects.toMatchObject(refusal);
    await ana.import(records);
  });

  it('are brought by an import before anybody else changes that memory', async () => {
    const store = memoryStore();
    const souvenir = await open({ store });
    const ana = souvenir.for({ userId: 'ana' });
    await ana.memories.add('Ana has two rabbits.');
    await ana.settings.set({ tests: [testOf('Hens?')] });
    const records = await exported(ana);
    await souvenir.erase({ userId: 'ana' });
    const { write, noteOf } = store;
    const order: string[] = [];
    let added: Promise<unknown> | undefined;
    store.write = async (owner, changes, ...rest) => {
      await write(owner, changes, ...rest);
      if (changes.notes?.some(({ name }) => name === 'tests')) order.push('brought');
      if (changes.memories?.length && added === undefined)
        added = ana.memories.add('The hens are brown.').then(() => order.push('added'));
    };
    store.noteOf = async (owner, name) => {
      // Whoever may go first has the time to.
      for (let turn = 0; name === 'tests' && turn < 100; turn++) await new Promise(setImmediate);
      return noteOf(owner, name);
    };
    await ana.import(records);
    await added;
    expect(order).toEqual(['brought', 'added']);
  });

  it('go with the memories, the project and the user that are erased', async () => {
    const store = memoryStore();
    const souvenir = await open({ store });
    const [ana, site] = [souvenir.for({ userId: 'ana' }), souvenir.for({ userId: 'ana', projectId: 'site' })];
    const { memory } = await ana.memories.add('Ana has two rabbits.');
    await site.memories.add('The site is blue.');
    await ana.settings.set({ tests: [testOf('Rabbits?', memory.id), testOf('Hens?')] });
    await site.settings.set({ tests: [testOf('Colour?')] });
    await souvenir.erase({ userId: 'ana', memoryIds: [memory.id] });
    expect((await ana.settings.get()).tests).toEqual([testOf('Hens?')]);
    await souvenir.erase({ userId: 'ana', projectId: 'site' });
    expect((await site.settings.get()).tests).toEqual([]);
    await souvenir.erase({ userId: 'ana' });
    expect((await ana.settings.get()).tests).toEqual([]);
  });
});
