import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashEmbedder } from '../embedders/hash-embedder.ts';
import { MAX_CONTENT_LENGTH } from '../model/primitives.ts';
import { createSouvenir, type Souvenir } from '../souvenir/souvenir.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { addItems, listItems } from './kept-items.ts';

let souvenir: Souvenir;
beforeEach(async () => {
  souvenir = await createSouvenir({ store: memoryStore(), embedder: hashEmbedder(), reader: null });
});
afterEach(() => souvenir.close());

const item = (id: string, content: string) =>
  ({ id, content, type: 'semantic', status: 'archived', category: 'item', metadata: {} }) as const;

it('lists more items than a page has, and adds none twice', async () => {
  const ana = souvenir.for({ userId: 'ana', sessionId: 'monday' });
  const items = Array.from({ length: 1001 }, (_, at) => item(`id-${at}`, `Item ${at}.`));
  expect(await addItems(ana, 'shelf', items)).toBe(1001);
  expect(await addItems(ana, 'shelf', items.slice(0, 2))).toBe(0);
  const listed = await listItems(ana, 'shelf');
  expect(new Set(listed.map(({ id }) => id)).size).toBe(1001);
  expect(listed[0]).not.toHaveProperty('sessionId');
});

it('takes of a text what a memory holds', async () => {
  const ana = souvenir.for({ userId: 'ana' });
  await addItems(ana, 'shelf', [item('long', 'x'.repeat(MAX_CONTENT_LENGTH + 1))]);
  expect((await listItems(ana, 'shelf'))[0]?.content.length).toBe(MAX_CONTENT_LENGTH);
});
