import { expect, it } from 'vitest';
import { createSouvenir, memoryStore, type Turn } from '../index.ts';

it('a turn composed during an erasure of its user records nothing', async () => {
  const store = memoryStore();
  let turn: Turn | undefined;
  const souvenir = await createSouvenir({
    store: {
      ...store,
      eraseOwner: async (owner) => {
        turn ??= await souvenir.for({ userId: 'ana' }).turn('Where do I live?');
        await store.eraseOwner(owner);
      },
    },
    ...{ embedder: null, reader: null },
  });
  const ana = souvenir.for({ userId: 'ana' });
  await ana.recordAll([{ content: 'I live in Porto.' }]);
  await souvenir.erase({ userId: 'ana' });
  expect(turn?.isErased?.()).toBe(true);
  expect((await turn?.complete('In Porto.'))?.recorded).toEqual([]);
  await souvenir.close();
});

it('an erasure clears the cached readings', async () => {
  let forgotten = 0;
  const reader = { answers: async () => [], forget: () => void forgotten++ };
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null, reader });
  await souvenir.for({ userId: 'ana' }).recordAll([{ content: 'I live in Porto.' }]);
  await souvenir.erase({ userId: 'ana' });
  expect(forgotten).toBeGreaterThan(0);
  await souvenir.close();
});
