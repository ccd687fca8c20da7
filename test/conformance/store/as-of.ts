import { expect, test } from 'vitest';
import type { MemoryFilter, Store } from '../../../src/contracts/store.ts';
import type { Memory, MemoryUpdate } from '../../../src/model/memory.ts';
import { embedded, ids, memory, minute, OWNER, STRANGERS, vector } from './samples.ts';

const limit = 20;

export function asOfCases(current: () => Store): void {
  const update = (at: number, ...updates: MemoryUpdate[]) => current().write(OWNER, { at: minute(at), updates });
  const text = async (asOf: number, ...terms: string[]) =>
    ids(await current().searchText(OWNER, { terms, filter: { asOf: minute(asOf) }, limit })).sort();
  const near = async (asOf: number, query = vector(1, 0), fields: object = {}) =>
    current().searchVector(OWNER, {
      embedderId: 'embedder',
      vector: query,
      filter: { asOf: minute(asOf) },
      limit,
      ...fields,
    });
  const east = (filter: MemoryFilter) =>
    current().searchVector(OWNER, { embedderId: 'embedder', vector: vector(1, 0), filter, limit });

  test('a moment shows memories of then, and none created later', async () => {
    await current().write(OWNER, {
      memories: [memory('a', { createdAt: minute(1) }), memory('b', { createdAt: minute(3) })],
    });
    await update(5, { id: 'a', content: 'new', validAt: minute(4), confidence: 0.4 });
    const listed = async (asOf: number) => current().listMemories(OWNER, { filter: { asOf: minute(asOf) }, limit });
    expect(await listed(0)).toEqual([]);
    expect(await listed(1)).toStrictEqual([memory('a', { createdAt: minute(1) })]);
    expect(await listed(4)).toStrictEqual([
      memory('a', { createdAt: minute(1) }),
      memory('b', { createdAt: minute(3) }),
    ]);
    expect(await listed(5)).toMatchObject([
      { id: 'a', content: 'new', validAt: minute(4), confidence: 0.4 },
      { id: 'b' },
    ]);
    const picked = async (asOf: number) => current().getMemories(OWNER, ['b', 'x', 'a'], minute(asOf));
    expect(await picked(0)).toEqual([]);
    expect(await picked(4)).toStrictEqual([(await listed(4))[1], (await listed(4))[0]]);
    expect(await picked(9)).toStrictEqual(await current().getMemories(OWNER, ['b', 'a']));
  });

  test('lists the memories of a moment in pages, each once', async () => {
    const all = Array.from({ length: 9 }, (_, n) => memory(`m${(n * 4) % 9}`, { createdAt: minute(n % 3) }));
    await current().write(OWNER, { memories: all });
    await update(5, ...['m1', 'm4', 'm5', 'm8'].map((id) => ({ id, content: 'new', status: 'archived' as const })));
    const whole = await current().listMemories(OWNER, { filter: { asOf: minute(4) }, limit });
    expect(whole.map(({ content }) => content)).toEqual(whole.map(({ id }) => `content of ${id}`));
    const seen: string[] = [];
    for (let after: Memory | undefined; ; ) {
      const page = await current().listMemories(OWNER, {
        filter: { asOf: minute(4) },
        limit: 2,
        ...(after && { after }),
      });
      if (page.length === 0) break;
      seen.push(...page.map(({ id }) => id));
      after = page.at(-1);
    }
    expect(seen).toEqual(whole.map(({ id }) => id));
    expect([...seen].sort()).toEqual(all.map(({ id }) => id).sort());
  });

  test.for<[string, MemoryFilter, Omit<MemoryUpdate, 'id'>]>([
    ['statuses', { statuses: ['active'] }, { status: 'archived' }],
    ['types', { types: ['semantic'] }, { type: 'episodic' }],
    ['categories', { categories: ['fact'] }, { category: 'goal' }],
    ['validAt', { validAt: minute(2) }, { invalidAt: minute(1) }],
    ['within', { within: { to: minute(2) } }, { validAt: minute(3) }],
    ['entityIds', { entityIds: ['n1'] }, { entityIds: ['n2'] }],
    ['minSalience', { minSalience: 0.5 }, { salience: 0.1, cause: { kind: 'updated' } }],
    ['minImportance', { minImportance: 0.5 }, { importance: 0.1, cause: { kind: 'updated' } }],
    ['idle', { idle: { since: 'update', until: minute(2) } }, { content: 'needle', updatedAt: minute(5) }],
    ['fadedUntil', { fadedUntil: minute(2) }, { fadedAt: minute(4), cause: { kind: 'decayed' } }],
  ])('filters %s by the state of the moment', async ([, filter, change]) => {
    const retained = memory('m', { content: 'needle', entityIds: ['everyone', 'n1'] });
    const fields = change.entityIds ? { ...change, entityIds: ['everyone', ...change.entityIds] } : change;
    await current().write(OWNER, { memories: [retained], vectors: [embedded('m', vector(1, 0))] });
    await update(5, { id: 'm', ...fields });
    const results = async (filter: MemoryFilter) => [
      (await current().listMemories(OWNER, { filter, limit })).map(({ id }) => id),
      await current().rankMemories(OWNER, { by: 'recency', filter, limit }),
      ids(await current().searchText(OWNER, { terms: ['needle'], filter, limit })),
      ids(await east(filter)),
      ids(await current().searchEntities(OWNER, { entityIds: ['everyone'], filter, limit })),
    ];
    expect(await results({ ...filter, asOf: minute(4) })).toEqual(Array.from({ length: 5 }, () => ['m']));
    expect(await results({ ...filter, asOf: minute(5) })).toEqual(Array.from({ length: 5 }, () => []));
    expect(await results(filter)).toEqual(Array.from({ length: 5 }, () => []));
  });

  test('text search uses the content of the moment', async () => {
    await current().write(OWNER, {
      memories: [memory('m', { content: 'old rabbit' }), memory('k', { content: 'a rabbit too' })],
    });
    await update(5, { id: 'm', content: 'new hare' });
    await update(7, { id: 'm', content: 'old rabbit' });
    await update(9, { id: 'm', confidence: 0.1 });
    expect(await text(4, 'rabbits')).toEqual(['k', 'm']);
    expect(await text(4, 'hare')).toEqual([]);
    expect(await text(5, 'rabbits')).toEqual(['k']);
    expect(await text(5, 'hares')).toEqual(['m']);
    expect(await text(7, 'hare')).toEqual([]);
    expect(await text(7, 'old')).toEqual(['m']);
    expect(await text(-1, 'rabbit')).toEqual([]);
    expect(await text(5)).toEqual([]);
  });

  test('a forgotten memory is hidden at every moment until it is restored', async () => {
    await current().write(OWNER, {
      memories: [memory('m', { content: 'rabbit', entityIds: ['n'] })],
      vectors: [embedded('m', vector(3, 4))],
    });
    await update(3, { id: 'm', confidence: 0.9 });
    await update(5, { id: 'm', status: 'forgotten' });
    await update(6, { id: 'm', confidence: 0.1 });
    const mentioned = (asOf: number) =>
      current().searchEntities(OWNER, { entityIds: ['n'], filter: { asOf: minute(asOf) }, limit });
    const ranked = (asOf: number) =>
      current().rankMemories(OWNER, { by: 'age', filter: { asOf: minute(asOf) }, limit });
    const listing = async (asOf: number) => {
      const filter = { asOf: minute(asOf), statuses: ['active' as const] };
      return (await current().listMemories(OWNER, { filter, limit })).map(({ id }) => id);
    };
    const results = async (asOf: number) => [
      await listing(asOf),
      await ranked(asOf),
      await text(asOf, 'rabbit'),
      ids(await near(asOf)),
      ids(await mentioned(asOf)),
    ];
    for (const asOf of [0, 2, 3, 4, 5, 6, 9]) expect(await results(asOf)).toEqual([[], [], [], [], []]);
    const listed = await current().listMemories(OWNER, { filter: { asOf: minute(5), statuses: ['forgotten'] }, limit });
    expect(listed.map(({ id }) => id)).toEqual(['m']);
    await update(8, { id: 'm', status: 'active' });
    for (const asOf of [0, 3, 8]) expect(await results(asOf)).toEqual([['m'], ['m'], ['m'], ['m'], ['m']]);
    for (const asOf of [5, 7]) expect(await results(asOf)).toEqual([[], [], [], [], []]);
    expect((await near(4))[0]?.score).toBeCloseTo(0.6, 3);
  });

  test('vector search uses the content of the moment', async () => {
    await current().write(OWNER, {
      memories: [memory('m'), memory('k')],
      vectors: [embedded('m', vector(1, 0)), embedded('k', vector(1, 1))],
    });
    await update(3, { id: 'm', confidence: 0.9 });
    await update(5, { id: 'm', content: 'new' });
    expect(ids(await near(5))).toEqual(['k']);
    await current().write(OWNER, { vectors: [embedded('m', vector(0, 1))] });
    for (const asOf of [0, 3, 4]) {
      expect(await near(asOf)).toEqual([
        { memoryId: 'm', score: expect.closeTo(1, 3) },
        { memoryId: 'k', score: expect.closeTo(Math.SQRT1_2, 3) },
      ]);
    }
    expect(await near(5, vector(0, 1))).toMatchObject([
      { memoryId: 'm', score: expect.closeTo(1, 3) },
      { memoryId: 'k' },
    ]);
    expect(await near(4, vector(1, 0), { embedderId: 'another' })).toEqual([]);
    expect(await near(4, vector(1, 0, 0))).toEqual([]);
    expect(ids(await near(4, vector(1, 0), { limit: 1 }))).toEqual(['m']);
  });

  test('each content keeps its latest vector', async () => {
    await current().write(OWNER, { memories: [memory('m', { content: 'one' })] });
    const say = async (at: number, content: string, ...direction: number[]) => {
      await update(at, { id: 'm', content });
      await current().write(OWNER, { vectors: [embedded('m', vector(...direction))] });
    };
    await say(1, 'one', 1, 0);
    await say(3, 'two', 0, 1);
    await say(5, 'one', 3, 4);
    await say(7, 'three', -1, 0);
    for (const [asOf, score] of Object.entries({ 1: 0.6, 3: 0, 5: 0.6, 7: -1 })) {
      expect(await near(Number(asOf))).toEqual([{ memoryId: 'm', score: expect.closeTo(score, 3) }]);
    }
  });

  test('mentions are those of the moment', async () => {
    await current().write(OWNER, { memories: [memory('m', { entityIds: ['n1', 'both'] })] });
    await update(3, { id: 'm', entityIds: ['n2', 'both'] });
    await update(5, { id: 'm', entityIds: ['n3'] });
    const mentioned = async (asOf: number, entityId: string) => {
      const query = { filter: { asOf: minute(asOf) }, limit };
      const filter = { ...query.filter, entityIds: [entityId] };
      const results = ids(await current().searchEntities(OWNER, { entityIds: [entityId], ...query }));
      expect((await current().listMemories(OWNER, { filter, limit })).map(({ id }) => id)).toEqual(results);
      return results.length;
    };
    for (const [asOf, entityIds] of [
      [2, ['n1', 'both']],
      [4, ['n2', 'both']],
      [5, ['n3']],
    ] as const) {
      for (const entityId of ['n1', 'n2', 'n3', 'both']) {
        expect(await mentioned(asOf, entityId)).toBe((entityIds as readonly string[]).includes(entityId) ? 1 : 0);
      }
    }
  });

  test('text scores of a moment equal current scores', async () => {
    const fillers = Array.from({ length: 10 }, (_, n) => memory(`f${n}`, { content: `filler words number ${n}` }));
    await current().write(OWNER, { memories: [...fillers, memory('m', { content: 'rare words' }), memory('k')] });
    const query = { terms: ['rare', 'words', 'unknown'], limit };
    await update(5, { id: 'k', content: 'rare words' });
    await update(6, { id: 'm', content: 'content of k' });
    const today = await current().searchText(OWNER, { ...query, filter: {} });
    const then = await current().searchText(OWNER, { ...query, filter: { asOf: minute(4) } });
    const best = then.find(({ memoryId }) => memoryId === 'm');
    const same = today.find(({ memoryId }) => memoryId === 'k');
    expect(best?.matches).toEqual(same?.matches.map((match) => expect.closeTo(match, 9)));
    expect(best?.score).toBeCloseTo(same?.score ?? Number.NaN, 9);
    expect(ids(then)).not.toContain('k');
    expect(then).toEqual([...then].sort((a, b) => b.score - a.score));
  });

  test('a moment finds content that no memory has any more', async () => {
    await current().write(OWNER, { memories: [memory('m', { content: 'rabbit' })] });
    await update(5, { id: 'm', content: 'hare' });
    expect(await text(4, 'rabbit')).toEqual(['m']);
  });

  test('ranking uses the state of the moment', async () => {
    await current().write(OWNER, { memories: [memory('a', { confidence: 0.9 }), memory('b', { confidence: 0.5 })] });
    await update(5, { id: 'a', confidence: 0.1 });
    const ranked = (asOf: number) =>
      current().rankMemories(OWNER, { by: 'confidence', filter: { asOf: minute(asOf) }, limit });
    expect(await ranked(4)).toEqual(['a', 'b']);
    expect(await ranked(5)).toEqual(['b', 'a']);
  });

  test('a moment shows nothing of another owner', async () => {
    for (const stranger of STRANGERS) {
      await current().write(stranger, {
        memories: [memory('m', { ...stranger, content: 'needle', entityIds: ['n'] })],
        vectors: [embedded('m', vector(1, 0))],
      });
      await current().write(stranger, { at: minute(5), updates: [{ id: 'm', content: 'changed' }] });
    }
    await current().write(OWNER, { memories: [memory('m', { content: 'other' })] });
    const filter = { asOf: minute(4) };
    expect(await text(4, 'needle', 'changed')).toEqual([]);
    expect(await near(4)).toEqual([]);
    expect(await current().searchEntities(OWNER, { entityIds: ['n'], filter, limit })).toEqual([]);
    expect(await current().listMemories(OWNER, { filter, limit })).toMatchObject([{ id: 'm', content: 'other' }]);
    expect(await current().rankMemories(OWNER, { by: 'age', filter, limit })).toEqual(['m']);
    expect(await current().changedMemories(OWNER, { since: minute(1), limit })).toEqual([]);
  });
}
