import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashEmbedder } from '../../../src/embedders/index.ts';
import type { Embedder } from '../../../src/index.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { cachedEmbedder } from './cached-embedder.ts';

it('the cached embedder embeds each text once per model, also after a restart', async () => {
  const path = join(temporaryFolder(), 'cache', 'vectors.db');
  const inner = hashEmbedder();
  const asked: string[] = [];
  const watched = (id: string): Embedder => ({
    id,
    embed: (texts) => {
      asked.push(...texts);
      return inner.embed(texts);
    },
  });
  const texts = ['a rabbit', '', 'a garden'];
  const first = cachedEmbedder(watched('one'), path);
  const vectors = await first.embed(texts);
  await first.close?.();
  expect(vectors).toEqual(await inner.embed(texts));
  const second = cachedEmbedder(watched('one'), path);
  expect(await second.embed(['a garden', 'a rabbit', ''])).toEqual([vectors[2], vectors[0], vectors[1]]);
  expect(asked).toEqual(texts);
  await second.close?.();
  const other = cachedEmbedder(watched('two'), path);
  await other.embed(['a rabbit']);
  expect(asked).toEqual([...texts, 'a rabbit']);
  await other.close?.();
});
