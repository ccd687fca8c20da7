import { expect, test } from 'vitest';
import { sharedEmbedder } from '../../test/support/shared-embedder.ts';
import { souvenirEmbedder } from '../embedders/index.ts';
import { createSouvenir, memoryStore } from '../index.ts';

test("the package's embedder distinguishes questions about changing facts from others", async () => {
  const embedder = souvenirEmbedder({ threads: 1 });
  const vectors = await embedder.embed(['Where does Ana live now?', 'Why did the pie burn that evening?']);
  const [now = 0, why = 0] = await Promise.all(vectors.map((vector) => embedder.changing?.(vector as Float32Array)));
  expect(now).toBeGreaterThan(2 * why);
  expect(why).toBeGreaterThan(0);
  await embedder.close?.();
});

test('recall works if the embedder fails to classify the question', async () => {
  const embedder = { id: 'broken', embed: sharedEmbedder.embed, changing: () => Promise.reject(new Error('boom')) };
  const souvenir = await createSouvenir({ store: memoryStore(), embedder });
  const ana = souvenir.for();
  await ana.recordAll([{ content: 'I keep two rabbits on the balcony.' }]);
  await ana.consolidate();
  expect((await ana.recall('Which pets are on the balcony?')).items).toHaveLength(1);
  await souvenir.close();
});
