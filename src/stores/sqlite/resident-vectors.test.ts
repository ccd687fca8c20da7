import { expect, test } from 'vitest';
import { embedded, ids, memory, OWNER, vector } from '../../../test/conformance/store/samples.ts';
import { sqliteStore } from './sqlite-store.ts';

test('owners whose vectors do not fit in the cache together take turns', async () => {
  const store = sqliteStore({ path: ':memory:', vectorCacheBytes: 4_000 });
  await store.open();
  const owners = ['a', 'b', 'c', 'd'].map((userId) => ({ ...OWNER, userId }));
  const dimensions = [3, 16, 40, 3];
  const query = (index: number) => vector(...Array.from({ length: dimensions[index] ?? 0 }, (_, n) => n + 1));
  for (const [index, owner] of owners.entries()) {
    const names = Array.from({ length: 100 }, (_, n) => `${owner.userId}${n}`);
    await store.write(owner, {
      memories: names.map((id) => memory(id, owner)),
      vectors: names.map((id, n) =>
        embedded(
          id,
          query(index).map((value) => (n === 7 ? value : -value)),
        ),
      ),
    });
  }
  for (let round = 0; round < 3; round++) {
    for (const [index, owner] of owners.entries()) {
      const search = { embedderId: 'embedder', vector: query(index), filter: {}, limit: 1 };
      expect(ids(await store.searchVector(owner, search))).toEqual([`${owner.userId}7`]);
      await store.write(owner, { vectors: [embedded(`${owner.userId}${round}`, query(index))] });
      expect(await store.searchVector(owner, { ...search, limit: 100 })).toHaveLength(100 - round);
      await store.write(owner, { vectors: [embedded(`${owner.userId}${round}`, undefined)] });
      expect(await store.searchVector(owner, { ...search, limit: 100 })).toHaveLength(99 - round);
      await store.write(owner, { vectors: [embedded(`${owner.userId}${round}`, query(index))] });
      await store.write(owner, { updates: [{ id: `${owner.userId}${round}`, status: 'forgotten' }] });
    }
  }
  await store.close();
});
