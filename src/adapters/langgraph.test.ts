import { type BaseStore, InMemoryStore, type Operation } from '@langchain/langgraph-checkpoint';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { STORES } from '../../test/support/fresh-souvenir.ts';
import { manualClock } from '../../test/support/manual-clock.ts';
import { sharedEmbedder } from '../../test/support/shared-embedder.ts';
import { createSouvenir } from '../create-souvenir.ts';
import { hashEmbedder } from '../embedders/hash-embedder.ts';
import type { Souvenir } from '../souvenir/souvenir.ts';
import { langGraphStore } from './langgraph.ts';

describe.each(STORES)('langGraphStore over %s', (_, makeStore) => {
  let souvenir: Souvenir;
  let store: BaseStore;
  beforeEach(async () => {
    souvenir = await createSouvenir({ store: makeStore(), embedder: hashEmbedder(), reader: null });
    store = langGraphStore(souvenir.for({ userId: 'ana' }));
  });
  afterEach(() => souvenir.close());

  it('returns exactly the value that was put', async () => {
    const value = { text: 'Ana likes rye.', n: 1.5, yes: true, no: null, list: [1, { deep: ['x'] }], '': 'empty' };
    await store.put(['users', 'ana'], 'bread', value);
    const item = await store.get(['users', 'ana'], 'bread');
    expect(item).toEqual({
      ...{ namespace: ['users', 'ana'], key: 'bread', value },
      ...{ createdAt: expect.any(Date), updatedAt: expect.any(Date) },
    });
    expect(await store.get(['users'], 'bread')).toBeNull();
    expect(await store.get(['users', 'ana'], 'butter')).toBeNull();
  });

  it('keeps items with equal or opposite texts separate', async () => {
    await store.put(['a'], 'one', { text: 'Ana lives in Berlin.' });
    await store.put(['a'], 'two', { text: 'Ana lives in Berlin.' });
    await store.put(['a'], 'three', { text: 'Ana lives in Porto.' });
    expect((await store.search(['a'])).map(({ key }) => key)).toEqual(['one', 'two', 'three']);
    const matches = await store.search(['a'], { query: 'Where does Ana live? Berlin?' });
    expect(matches.map(({ key }) => key)).toEqual(expect.arrayContaining(['one', 'two']));
  });

  it('finds an item by its vector right after a put', async () => {
    await store.put(['a'], 'tea', { text: 'Ana drinks green tea.' });
    expect(await souvenir.stats()).toMatchObject({ unembedded: 0 });
  });

  it.each([
    ['by its words', 'rye', 'bread'],
    ['by what it means', 'Where does my sibling live?', 'family'],
    ['by what it says since the last put', 'Which town is the office in?', 'work'],
    ['after it was deleted and put again', 'What animal do I have?', 'pet'],
  ])('finds an item right after a put with any clock: %s', async (_, query, key) => {
    for (const start of ['2001-01-01', '2101-01-01']) {
      const clock = manualClock(start);
      const own = await createSouvenir({ store: makeStore(), clock, embedder: sharedEmbedder, reader: null });
      const items = langGraphStore(own.for({ userId: 'ana' }));
      await items.put(['ana'], 'bread', { text: 'Ana likes rye bread.' });
      await items.put(['ana'], 'family', { data: 'My sister moved to Porto' });
      await items.put(['ana'], 'work', { data: 'I am a nurse' });
      await items.put(['ana'], 'work', { data: 'The office is in Hull' });
      await items.put(['ana'], 'pet', { data: 'Momo is my cat' });
      await items.delete(['ana'], 'pet');
      await items.put(['ana'], 'pet', { data: 'Rex is my dog' });
      expect((await items.search(['ana'], { query }))[0]?.key).toBe(key);
      await own.close();
    }
  });

  it('stores a put of the same key as a version of the same memory', async () => {
    await store.put(['a'], 'home', { text: 'Ana lives in Berlin.' });
    const [first] = await store.search(['a']);
    await store.put(['a'], 'home', { text: 'Ana lives in Porto.' });
    const ana = souvenir.for({ userId: 'ana' });
    const { memories } = await ana.memories.list();
    expect(memories).toMatchObject([{ content: 'Ana lives in Porto.', metadata: { trust: 'agent' } }]);
    const versions = await ana.memories.history(memories[0]?.id ?? '');
    expect(versions.map(({ memory }) => memory.content)).toEqual(['Ana lives in Berlin.', 'Ana lives in Porto.']);
    expect(await store.get(['a'], 'home')).toMatchObject({ createdAt: first?.createdAt });
  });

  it('forgets a deleted item and accepts it again', async () => {
    await store.put(['a'], 'home', { text: 'Ana lives in Berlin.' });
    await store.put(['a'], 'work', { text: 'Ana works in Potsdam.' });
    await store.delete(['a'], 'home');
    await store.delete(['a'], 'never');
    expect(await store.get(['a'], 'home')).toBeNull();
    expect(await store.search(['a'], { query: 'Where does Ana live?' })).not.toContainEqual(
      expect.objectContaining({ key: 'home' }),
    );
    await store.put(['a'], 'home', { text: 'Ana lives in Porto.' });
    expect((await store.search(['a'])).map(({ key }) => key)).toEqual(['work', 'home']);
  });

  it('searches by query, namespace, fields and offset', async () => {
    await store.put(['ana', 'food'], 'nuts', { text: 'Ana is allergic to peanuts.', kind: 'health' }, ['text']);
    await store.put(['ana', 'home'], 'city', { text: 'Ana lives in Porto.', kind: 'place' }, ['text']);
    await store.put(['bob', 'food'], 'nuts', { text: 'Bob is allergic to peanuts.', kind: 'health' }, ['text']);
    await store.put(['ana', 'food'], 'hidden', { text: 'Ana is allergic to peanuts.', kind: 'health' }, false);
    const query = 'Who is allergic to peanuts?';
    const [best, ...others] = await store.search(['ana'], { query });
    expect(best).toMatchObject({ key: 'nuts', score: expect.any(Number) });
    expect(others.map(({ key }) => key)).not.toContain('hidden');
    expect(await store.search(['ana'], { query: 'ana food hidden' })).not.toContainEqual(
      expect.objectContaining({ key: 'hidden' }),
    );
    expect(await store.search(['ana'], { query, filter: { kind: 'place' } })).not.toContainEqual(
      expect.objectContaining({ key: 'nuts' }),
    );
    const all = await store.search([], { query });
    expect(
      all
        .slice(0, 2)
        .map(({ namespace: [owner] }) => owner)
        .sort(),
    ).toEqual(['ana', 'bob']);
    expect(await store.search([], { query, offset: 1, limit: 1 })).toMatchObject([{ key: all[1]?.key }]);
    expect(await store.search([], { query: 'quarterly turbine maintenance' })).toEqual([]);
  });

  it('returns items that the memory archived', async () => {
    await store.put(['a'], 'nuts', { text: 'Ana is allergic to peanuts.' });
    const { memories } = souvenir.for({ userId: 'ana' });
    for (const { id } of (await memories.list()).memories) await memories.archive(id);
    const item = [{ key: 'nuts' }];
    expect([await store.get(['a'], 'nuts')]).toMatchObject(item);
    expect(await store.search(['a'])).toMatchObject(item);
    expect(await store.search(['a'], { query: 'Who is allergic to peanuts?' })).toMatchObject(item);
  });

  it('indexes the configured fields', async () => {
    const value = { title: 'Plan', chapters: [{ content: 'Olive sails to Faro.' }, { content: 'Momo sleeps.' }], n: 2 };
    await store.put(['docs'], 'a', value, ['chapters[*].content']);
    await store.put(['docs'], 'b', value, ['chapters[-1].content', 'title']);
    await store.put(['docs'], 'c', value);
    const { memories } = await souvenir.for({ userId: 'ana' }).memories.list();
    expect(memories.map(({ content }) => content).sort()).toEqual([
      'Momo sleeps.\nPlan',
      'Olive sails to Faro.\nMomo sleeps.',
      'title: Plan\nchapters content: Olive sails to Faro.\nchapters content: Momo sleeps.\nn: 2',
    ]);
  });

  it('reads before it writes in a batch, and writes the last value of each key', async () => {
    await store.put(['a'], 'x', { n: 1 });
    const operations: Operation[] = [
      { namespace: ['a'], key: 'x', value: { n: 2 } },
      { namespace: ['a'], key: 'x' },
      { namespace: ['a'], key: 'x', value: { n: 3 } },
    ];
    expect((await store.batch(operations))[1]).toMatchObject({ value: { n: 1 } });
    expect(await store.get(['a'], 'x')).toMatchObject({ value: { n: 3 } });
  });

  it('loses no put if two writers put the same new key at once', async () => {
    await Promise.all([store.put(['a'], 'x', { n: 1 }), store.put(['a'], 'x', { n: 2 })]);
    expect(await store.search(['a'])).toMatchObject([{ value: { n: 2 } }]);
  });

  it("refuses the namespaces that the package's own store refuses", async () => {
    for (const namespace of [[], [''], ['a.b'], ['langgraph']])
      await expect(store.put(namespace, 'x', { n: 1 })).rejects.toThrow('amespace');
  });

  it('keeps a namespace in the memory it belongs to', async () => {
    const perUser = langGraphStore(([userId = 'nobody']) => souvenir.for({ userId }));
    await perUser.put(['bob', 'food'], 'x', { text: 'Bob likes figs.' });
    expect(await store.search([])).toEqual([]);
    expect(await perUser.search(['bob'])).toMatchObject([{ key: 'x' }]);
    expect((await souvenir.for({ userId: 'bob' }).memories.list()).memories).toHaveLength(1);
  });

  const label = fc.constantFrom('a', 'b', 'c');
  const namespace = fc.array(label, { minLength: 1, maxLength: 3 });
  const value = fc.record({ n: fc.integer({ min: 0, max: 3 }), color: fc.constantFrom('red', 'blue') });
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ put: namespace, key: label, value }) },
    fc.record({ remove: namespace, key: label }),
  );
  const filter = fc.constantFrom({}, { n: 1 }, { n: { $gte: 1, $lt: 3 } }, { color: 'red' }, { color: { $ne: 'red' } });
  const ask = fc.record({ prefix: fc.array(label, { maxLength: 2 }), filter, offset: fc.nat(2), limit: fc.nat(5) });
  const listing = fc.record(
    {
      prefix: fc.array(fc.oneof(label, fc.constant('*')), { minLength: 1, maxLength: 2 }),
      suffix: namespace,
      maxDepth: fc.integer({ min: 1, max: 3 }),
    },
    { requiredKeys: [] },
  );

  /** Without moments; and without the order among namespaces: theirs tells one after the other. */
  const reported = (items: Awaited<ReturnType<BaseStore['search']>>) =>
    items
      .map(({ namespace, key, value }) => ({ path: namespace.join('/'), key, value }))
      .sort((one, other) => (one.path < other.path ? -1 : Number(one.path > other.path)));

  it("behaves like the package's own store", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), ask, listing, async (steps, asked, listed) => {
        const theirs = new InMemoryStore();
        const ours = langGraphStore(souvenir.for({ userId: `user-${crypto.randomUUID()}` }));
        for (const each of steps)
          for (const side of [theirs, ours])
            await ('put' in each ? side.put(each.put, each.key, each.value) : side.delete(each.remove, each.key));
        for (const each of steps) {
          const path = 'put' in each ? each.put : each.remove;
          const [one, other] = await Promise.all([theirs.get(path, each.key), ours.get(path, each.key)]);
          expect(other?.value).toEqual(one?.value);
        }
        const { prefix, filter, ...page } = asked;
        const all = { filter, limit: 100 };
        expect(reported(await ours.search(prefix, all))).toEqual(reported(await theirs.search(prefix, all)));
        expect((await ours.search(prefix, { filter, ...page })).length).toBe(
          (await theirs.search(prefix, { filter, ...page })).length,
        );
        // Theirs also lists a namespace whose last item was deleted.
        const stored = new Set(
          (await theirs.search([], { limit: 100 })).map(({ namespace }) =>
            namespace.slice(0, listed.maxDepth).join(':'),
          ),
        );
        const namespaces = (await theirs.listNamespaces(listed)).filter((path) => stored.has(path.join(':')));
        expect(namespaces).toEqual(expect.arrayContaining(await ours.listNamespaces(listed)));
        if (steps.every((each) => 'put' in each)) expect(await ours.listNamespaces(listed)).toEqual(namespaces);
      }),
      { numRuns: 25 },
    );
  });
});
