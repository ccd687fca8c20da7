import { expect, it } from 'vitest';
import { hashEmbedder } from '../embedders/index.ts';
import { withQueryVectors } from './query-vectors.ts';

function counted() {
  const embedder = hashEmbedder();
  const asked: string[] = [];
  const counting = withQueryVectors({
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

it('The query that was asked least recently is embedded again after 256 others', async () => {
  const { asked, counting } = counted();
  await counting.embed(['the first']);
  for (let at = 0; at < 256; at++) await counting.embed([`query ${at}`]);
  asked.length = 0;
  await counting.embed(['query 1']);
  await counting.embed(['the first']);
  expect(asked).toEqual(['the first']);
});

it('A query is embedded again after an erasure made the embedder forget', async () => {
  const { asked, counting } = counted();
  await counting.embed(['Where do I live?']);
  counting.forget();
  await counting.embed(['Where do I live?']);
  expect(asked).toHaveLength(2);
});

it('A query that the embedder refuses is asked for again', async () => {
  let isDown = true;
  const { embed, id } = hashEmbedder();
  const embedder = withQueryVectors({
    id,
    embed: async (texts) => (isDown ? Promise.reject(new Error('down')) : embed(texts)),
  });
  await expect(embedder.embed(['Where do I live?'])).rejects.toThrow('down');
  isDown = false;
  expect(await embedder.embed(['Where do I live?'])).toEqual(await embed(['Where do I live?']));
});
