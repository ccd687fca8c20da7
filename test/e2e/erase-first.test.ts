import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { OwnerWork } from '../../src/consolidate/owner-work.ts';
import { createSouvenir, memoryStore, type SouvenirOptions, type Store } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { pausedModel } from '../support/held-model.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
let files = 0;
const STORES: [string, () => Store][] = [
  ['memory', memoryStore],
  ['sqlite', () => sqliteStore({ path: join(folder, `${files++}.db`) })],
];

const STATEMENTS = {
  monday: 'I keep two goats called Salt and Pepper.',
  tuesday: 'I play the cello in an orchestra.',
};

async function opened(makeStore: () => Store, options: Partial<SouvenirOptions> = {}) {
  const store = makeStore();
  const souvenir = await createSouvenir({ store, embedder: null, reader: null, ...options });
  onTestFinished(() => souvenir.close());
  for (const [sessionId, content] of Object.entries(STATEMENTS))
    await souvenir.for({ userId: 'ana', sessionId }).recordAll([{ content }]);
  await souvenir.for({ userId: 'ben' }).recordAll([{ content: 'I sail a small boat.' }]);
  const ana = souvenir.for({ userId: 'ana' });
  const contents = async () => (await ana.memories.list()).memories.map(({ content }) => content).join('\n');
  const users = async () => new Set((await store.owners()).map(({ userId }) => userId));
  return { souvenir, store, ana, contents, users };
}

describe.each(STORES)('with the %s store', (_, makeStore) => {
  it('an erasure answers before the language model that a consolidation of the user waits for, and the rest is consolidated afterwards', async () => {
    const model = await pausedModel();
    const { souvenir, ana, contents } = await opened(makeStore, { llm: model.llm });
    const consolidating = ana.consolidate();
    await model.untilAsked('goats');
    const { counts } = await souvenir.erase({ userId: 'ana', sessionId: 'monday' });
    expect([counts['episodes'], model.answered()]).toEqual([1, 0]);
    model.letAnswer();
    await consolidating;
    expect(await contents()).toContain('cello');
    expect(await contents()).not.toContain('goats');
  });

  it('a consolidation of a user who is erased during it leaves no trace', async () => {
    const model = await pausedModel();
    const { souvenir, ana, users } = await opened(makeStore, { llm: model.llm });
    const consolidating = ana.consolidate();
    await model.untilAsked('goats');
    const receipt = await souvenir.erase({ userId: 'ana' });
    expect(model.answered()).toBe(0);
    expect((await consolidating).memoriesCreated).toBe(0);
    model.letAnswer();
    await souvenir.settled();
    expect(await users()).not.toContain('ana');
    expect(await souvenir.verifyErasure(receipt)).toMatchObject({ isErased: true });
  });

  it('an erasure neither waits for the consolidation of another user nor stops it', async () => {
    const model = await pausedModel();
    const { souvenir, users } = await opened(makeStore, { llm: model.llm });
    const consolidating = souvenir.for({ userId: 'ben' }).consolidate();
    await model.untilAsked('boat');
    await souvenir.erase({ userId: 'ana' });
    expect([model.answered(), model.asked.length]).toEqual([0, 1]);
    model.letAnswer();
    expect((await consolidating).memoriesCreated).toBeGreaterThan(0);
    expect(model.asked.filter((question) => question.includes('What happened'))).toHaveLength(1);
    expect(await users()).toContain('ben');
  });

  it('a preview of an erasure neither waits for a consolidation nor stops it', async () => {
    const model = await pausedModel();
    const { souvenir, ana } = await opened(makeStore, { llm: model.llm });
    const consolidating = ana.consolidate();
    await model.untilAsked('goats');
    const { counts } = await souvenir.erase({ userId: 'ana', dryRun: true });
    expect([counts['episodes'], model.answered()]).toEqual([2, 0]);
    model.letAnswer();
    await consolidating;
    expect(
      model.asked.filter((question) => question.includes('goats') && question.includes('What happened')),
    ).toHaveLength(1);
  });

  it('an erasure answers while a profile is being learnt, and nothing comes back with what is learnt', async () => {
    const [begun, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { souvenir, ana, users } = await opened(makeStore, {
      profile: {
        extract: async (memories) => {
          begun.resolve();
          await free.promise;
          return memories.map(({ id }) => ({ name: 'home', value: 'Minsk', confidence: 1, memoryIds: [id] }));
        },
      },
    });
    const { memory } = await ana.memories.add('I live in Minsk.', { category: 'fact', type: 'semantic' });
    await ana.memories.update(memory.id, { importance: 0.9 });
    const reading = ana.profile.get();
    await begun.promise;
    await souvenir.erase({ userId: 'ana' });
    free.resolve();
    expect(await reading).toEqual({});
    await souvenir.settled();
    expect(await users()).not.toContain('ana');
  });

  it('an erasure ends a running import, and nothing of it is left or comes back', async () => {
    const [begun, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { souvenir, store, ana, users } = await opened(makeStore);
    const turns = Array.from({ length: 120 }, (_, at) => ({ content: `I keep ${at} bees.` }));
    await ana.recordAll(turns, { index: false });
    const records: unknown[] = [];
    for await (const record of ana.export()) records.push(record);
    await souvenir.erase({ userId: 'ana' });
    const write = store.write.bind(store);
    let pages = 0;
    vi.spyOn(store, 'write').mockImplementation(async (owner, changes) => {
      if ((changes.episodes ?? []).length > 0 && ++pages === 2) {
        begun.resolve();
        await free.promise;
      }
      return write(owner, changes);
    });
    const importing = ana.import(records);
    importing.catch(() => {});
    await begun.promise;
    const goesFirst = vi.spyOn(OwnerWork.prototype, 'runFirst');
    onTestFinished(() => goesFirst.mockRestore());
    const erasing = souvenir.erase({ userId: 'ana' });
    await vi.waitFor(() => expect(goesFirst).toHaveBeenCalled(), { timeout: 60_000 });
    free.resolve();
    await erasing;
    await expect(importing).rejects.toMatchObject({
      code: 'aborted',
      advice: 'repeat the call for the remaining data',
    });
    expect(pages).toBe(2);
    expect(await users()).not.toContain('ana');
  });

  it('an erasure answers while vectors are being made in the background, and leaves no trace of the user', async () => {
    const [begun, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { souvenir, ana, users } = await opened(makeStore, {
      embedder: {
        id: 'slow',
        async embed(texts) {
          if (texts.some((text) => text.includes('goats'))) begun.resolve();
          await free.promise;
          return texts.map(() => new Float32Array([1, 0]));
        },
      },
    });
    await ana.consolidate({ verbatimOnly: true });
    await begun.promise;
    await souvenir.erase({ userId: 'ana' });
    free.resolve();
    await souvenir.settled();
    expect(await users()).not.toContain('ana');
  });
});
