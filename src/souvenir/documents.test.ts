import { describe, expect, test } from 'vitest';
import type { Embedder } from '../contracts/embedder.ts';
import { hashEmbedder } from '../embedders/index.ts';
import { createSouvenir, memoryStore } from '../index.ts';
import type { OwnersInput } from './souvenir.ts';

const PETS = { id: 'pets', content: 'Rabbits eat hay and grass.' };
const QUERY = 'What do rabbits eat?';

async function open() {
  const documents = { threshold: 0, wordsOnlyThreshold: 0 };
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: hashEmbedder(), documents });
  await souvenir.for().documents.add(PETS);
  return souvenir;
}

describe('documents.search', () => {
  test.each<[string, object]>([
    ['topK', { topK: -1 }],
    ['topK', { topK: 'x' }],
    ['tokenBudget', { tokenBudget: Number.NaN }],
    ['thresold', { thresold: 1 }],
    ['asOf', { asOf: 'nonsense' }],
    ['queryVector', { queryVector: [1] }],
    ['userId', { userId: 'ana' }],
  ])('refuses a wrong %s by name: %j', async (field, options) => {
    const souvenir = await open();
    await expect(souvenir.for().documents.search(QUERY, options)).rejects.toMatchObject({
      ...{ code: 'invalidInput', message: expect.stringContaining(field) },
    });
    await souvenir.close();
  });

  test('ignores undefined options', async () => {
    const souvenir = await open();
    const options = { topK: undefined, threshold: undefined };
    expect((await souvenir.for().documents.search(QUERY, options)).items).toHaveLength(1);
    await souvenir.close();
  });
});

describe('documents.remove', () => {
  test.each<[string, object]>([
    ['sharedWith', { sharedWith: 'tennant' }],
    ['shardWith', { shardWith: 'tenant' }],
  ])('refuses a wrong %s by name, and removes nothing', async (field, options) => {
    const souvenir = await open();
    await expect(souvenir.for().documents.remove('pets', options)).rejects.toMatchObject({
      ...{ code: 'invalidInput', message: expect.stringContaining(field) },
    });
    expect(await souvenir.for().documents.list()).toHaveLength(1);
    await souvenir.close();
  });

  test('runs after earlier ingestions', async () => {
    const calls: string[] = [];
    const souvenir = await createSouvenir({
      ...{ store: memoryStore(), embedder: null },
      documentStore: {
        list: async () => [],
        chunks: async () => [],
        search: async () => ({ items: [], confidence: 0, degraded: [] }),
        async replace() {
          await new Promise(setImmediate);
          calls.push('replace');
          return { added: 1, removed: 0, kept: 0 };
        },
        async remove() {
          calls.push('remove');
          return 1;
        },
      },
    });
    await Promise.all([souvenir.for().documents.add(PETS), souvenir.for().documents.remove('pets')]);
    expect(calls).toEqual(['replace', 'remove']);
    await souvenir.close();
  });
});

describe('imported documents', () => {
  async function imported(embedder: Embedder) {
    const from = await open();
    const souvenir = await createSouvenir({ store: memoryStore(), embedder, reader: null });
    await souvenir.for().import(from.for().export());
    await souvenir.settled();
    await from.close();
    return souvenir;
  }

  test('get their vectors in the background', async () => {
    const souvenir = await imported(hashEmbedder());
    expect(await souvenir.stats()).toMatchObject({ unembedded: 0 });
    await souvenir.close();
  });

  test('are counted as unembedded, and get vectors by consolidate', async () => {
    let isDown = true;
    const { embed, ...rest } = hashEmbedder();
    const souvenir = await imported({
      ...rest,
      embed: async (texts, options) => (isDown ? Promise.reject(new Error('is down')) : embed(texts, options)),
    });
    const waiting = async (named: OwnersInput = {}) => (await souvenir.stats(named)).unembedded;
    const [title, chunk] = [1, 1];
    expect(await waiting()).toBe(title + chunk);
    expect(await waiting({ userId: 'default', agentId: 'default' })).toBe(title + chunk);
    expect(await waiting({ userId: 'ana' })).toBe(0);
    isDown = false;
    expect(await souvenir.for().consolidate()).toMatchObject({ memoriesEmbedded: title + chunk });
    expect(await waiting()).toBe(0);
    await souvenir.close();
  });
});
