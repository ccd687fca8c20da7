import { createHash } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { hashEmbedder } from '../embedders/index.ts';
import { cachingEmbedder } from './caching-embedder.ts';

function counted() {
  const embedder = hashEmbedder();
  const asked: string[] = [];
  const counting = cachingEmbedder({
    id: embedder.id,
    embed: (texts, options) => {
      asked.push(...texts);
      return embedder.embed(texts, options);
    },
  });
  return { asked, counting, embedder };
}

it('A query that is asked twice is embedded once and gets the vector of the embedder', async () => {
  const { asked, counting, embedder } = counted();
  const first = await counting.embed(['Where do I live?']);
  expect(await counting.embed(['Where do I live?'])).toEqual(first);
  expect(first).toEqual(await embedder.embed(['Where do I live?']));
  expect(asked).toEqual(['Where do I live?']);
});

it('The query that was asked least recently is embedded again after 512 others', async () => {
  const { asked, counting } = counted();
  await counting.embed(['the first']);
  for (let at = 0; at < 512; at++) await counting.embed([`query ${at}`]);
  asked.length = 0;
  await counting.embed(['query 1']);
  await counting.embed(['the first']);
  expect(asked).toEqual(['the first']);
});

it('Of several texts those that were embedded before are not embedded again', async () => {
  const { asked, counting, embedder } = counted();
  await counting.embed(['I live in Oslo.', 'I keep bees.']);
  asked.length = 0;
  const texts = ['I keep bees.', 'I sold them.', 'I sold them.', 'I live in Oslo.'];
  expect(await counting.embed(texts)).toEqual(await embedder.embed(texts));
  expect(asked).toEqual(['I sold them.']);
});

it('An embedder that failed is asked again for what it embedded before', async () => {
  let isDown = false;
  const { embed, id } = hashEmbedder();
  const embedder = cachingEmbedder({
    id,
    embed: async (texts) => (isDown ? Promise.reject(new Error('down')) : embed(texts)),
  });
  await embedder.embed(['a few plain words']);
  isDown = true;
  await expect(embedder.embed(['I keep bees.'])).rejects.toThrow('down');
  await expect(embedder.embed(['a few plain words'])).rejects.toThrow('down');
});

it('A query is embedded again after an erasure made the embedder forget', async () => {
  const { asked, counting } = counted();
  await counting.embed(['Where do I live?']);
  counting.forget();
  await counting.embed(['Where do I live?']);
  expect(asked).toHaveLength(2);
});

it('The vector of a text is not kept if something is erased while the text is embedded', async () => {
  const { asked, counting } = counted();
  const embedded = counting.embed(['I keep bees.']);
  counting.forget();
  await embedded;
  await counting.embed(['I keep bees.']);
  expect(asked).toHaveLength(2);
});

it('No vector is kept under a hash that can be made without the key of the process', async () => {
  const set = vi.spyOn(Map.prototype, 'set');
  await counted().counting.embed(['I keep bees.']);
  const keys = set.mock.calls.map(([key]) => key);
  set.mockRestore();
  expect(keys).toContainEqual(expect.stringMatching(/^[\w+/]{43}=$/));
  expect(keys).not.toContain(createHash('sha256').update('I keep bees.').digest('base64'));
});

it('An aborted call drops no vectors that are kept', async () => {
  const { embed, id } = hashEmbedder();
  const asked: string[] = [];
  const embedder = cachingEmbedder({
    id,
    embed: async (texts, options) => {
      asked.push(...texts);
      options?.signal?.throwIfAborted();
      return embed(texts);
    },
  });
  await embedder.embed(['I keep bees.']);
  await expect(embedder.embed(['I sold them.'], { signal: AbortSignal.abort() })).rejects.toThrow();
  await embedder.embed(['I keep bees.']);
  expect(asked).toEqual(['I keep bees.', 'I sold them.']);
});

it('A query that the embedder refuses is asked for again', async () => {
  let isDown = true;
  const { embed, id } = hashEmbedder();
  const embedder = cachingEmbedder({
    id,
    embed: async (texts) => (isDown ? Promise.reject(new Error('down')) : embed(texts)),
  });
  await expect(embedder.embed(['Where do I live?'])).rejects.toThrow('down');
  isDown = false;
  expect(await embedder.embed(['Where do I live?'])).toEqual(await embed(['Where do I live?']));
});
