import { expect, test } from 'vitest';
import type { MemoryFilter, Store } from '../../../src/contracts/store.ts';
import type { Link, Relationship } from '../../../src/model/graph.ts';
import { memory, minute, OWNER, STRANGERS } from './samples.ts';

const entity = (id: string, name: string, type = 'person') => ({ id, name, type });
const tie = (fromId: string, toId: string, fields: Partial<Relationship> = {}): Relationship => ({
  ...{ fromId, toId, relation: 'knows', confidence: 0.5, updatedAt: minute(1) },
  ...fields,
});
const link = (fromId: string, toId: string, fields: Partial<Link> = {}): Link => ({
  ...{ fromId, toId, type: 'related', strength: 0.5, createdAt: minute(1) },
  ...fields,
});
const sorted = <Tie extends { fromId: string; toId: string }>(ties: readonly Tie[]) =>
  [...ties].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

export function graphCases(current: () => Store): void {
  test('entities match by name in any case', async () => {
    const ada = entity('n1', 'Ada Lovelace');
    const zoe = entity('n2', 'ZOË');
    await current().write(OWNER, { entities: [ada, zoe, entity('n3', 'Bob')] });
    const matches = await current().matchEntities(OWNER, ['ADA lovelace', 'zoë', 'nobody', 'Ada']);
    expect(matches.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([ada, zoe]);
  });

  test('a forgotten memory is not found by its entities', async () => {
    const memories = ['kept', 'forgotten'].map((id) => memory(id, { entityIds: ['n1'] }));
    await current().write(OWNER, { entities: [entity('n1', 'Ada')], memories });
    await current().write(OWNER, { updates: [{ id: 'forgotten', status: 'forgotten' }] });
    const matches = await current().searchEntities(OWNER, { entityIds: ['n1'], filter: {}, limit: 10 });
    expect(matches).toEqual([{ memoryId: 'kept', entityId: 'n1' }]);
  });

  test('entities are listed in pages by id', async () => {
    const all = ['n3', 'n1', 'n2'].map((id) => entity(id, `name of ${id}`));
    await current().write(OWNER, { entities: all });
    const [first, second] = await current().listEntities(OWNER, { limit: 2 });
    expect([first?.id, second?.id]).toEqual(['n1', 'n2']);
    expect(await current().listEntities(OWNER, { after: 'n2', limit: 2 })).toEqual([entity('n3', 'name of n3')]);
    const named = await current().listEntities(OWNER, { ids: ['n3', 'n1', 'unknown'], limit: 9 });
    expect(named.map(({ id }) => id)).toEqual(['n1', 'n3']);
    expect(await current().listEntities(OWNER, { ids: [], limit: 9 })).toEqual([]);
  });

  test('an entity with a known name keeps its id and takes the new type', async () => {
    await current().write(OWNER, { entities: [entity('n1', 'Ada')] });
    await current().write(OWNER, { entities: [entity('n2', 'ada', 'project')] });
    expect(await current().matchEntities(OWNER, ['ADA'])).toEqual([entity('n1', 'Ada', 'project')]);
    expect((await current().stats(OWNER)).entities).toBe(1);
  });

  test('an entity is found by its aliases, unless they name another', async () => {
    const ibarra = { ...entity('n1', 'Tomás'), aliases: ['Ibarra', 'Mr Ibarra'] };
    await current().write(OWNER, { entities: [entity('n2', 'Tom'), { ...ibarra, aliases: ['Mr Ibarra', 'TOM'] }] });
    await current().write(OWNER, { entities: [{ ...ibarra, aliases: ['Ibarra', 'tomás', 'MR IBARRA'] }] });
    await current().write(OWNER, {
      entities: [{ ...entity('n3', 'mr ibarra'), aliases: ['Ibarra'] }],
      memories: [memory('met', { entityIds: ['n3'] })],
    });
    expect(await current().matchEntities(OWNER, ['MR ibarra'])).toEqual([ibarra]);
    expect(await current().matchEntities(OWNER, ['tom'])).toEqual([entity('n2', 'Tom')]);
    expect(await current().matchEntities(OWNER, ['ibarra', 'TOMÁS', 'tom'])).toEqual([entity('n2', 'Tom'), ibarra]);
    expect(await current().listEntities(OWNER, { limit: 9 })).toEqual([ibarra, entity('n2', 'Tom')]);
    expect(await current().getMemories(OWNER, ['met'])).toMatchObject([{ entityIds: ['n1'] }]);
  });

  test('a renamed entity keeps its other aliases', async () => {
    const anna = { ...entity('n1', 'Anna'), aliases: ['Annie', 'Mrs Z', 'mrs z'] };
    await current().write(OWNER, { entities: [anna] });
    await current().write(OWNER, { entities: [entity('n1', 'Annie')] });
    const renamed = { ...entity('n1', 'Annie'), aliases: ['Mrs Z'] };
    expect(await current().matchEntities(OWNER, ['MRS Z'])).toEqual([renamed]);
    expect(await current().listEntities(OWNER, { limit: 9 })).toEqual([renamed]);
    expect(await current().matchEntities(OWNER, ['anna'])).toEqual([]);
  });

  test('a relationship keeps its source memory', async () => {
    await current().write(OWNER, { relationships: [tie('a', 'b', { memoryId: 'm1' })] });
    expect(await current().relationshipsOf(OWNER, ['a'])).toEqual([tie('a', 'b', { memoryId: 'm1' })]);
    await current().write(OWNER, { relationships: [tie('a', 'b')] });
    expect(await current().relationshipsOf(OWNER, ['a'])).toEqual([tie('a', 'b')]);
  });

  test('mentions and relationships of matching memories are counted', async () => {
    await current().write(OWNER, {
      memories: [
        memory('m1', { entityIds: ['a', 'b'] }),
        memory('m2', { entityIds: ['a', 'a'], projectId: 'apollo' }),
        memory('m3', { entityIds: ['a', 'c'], status: 'archived' }),
        memory('m4', { entityIds: ['a', 'd'] }),
      ],
      relationships: [
        ...[tie('a', 'b', { memoryId: 'm1' }), tie('a', 'a', { memoryId: 'm2' }), tie('c', 'a', { memoryId: 'm3' })],
        ...[tie('d', 'a', { memoryId: 'm4' }), tie('a', 'd', { memoryId: 'gone' }), tie('b', 'e')],
      ],
    });
    await current().write(OWNER, { updates: [{ id: 'm4', status: 'forgotten' }] });
    const count = async (filter: MemoryFilter) => {
      const matches = await current().countMentions(OWNER, { entityIds: [...'aabcdef'], filter });
      return matches.map(({ entityId, memories, relationships }) => `${entityId} ${memories} ${relationships}`).sort();
    };
    expect(await count({})).toEqual(['a 3 3', 'b 1 2', 'c 1 1', 'e 0 1']);
    expect(await count({ statuses: ['active'] })).toEqual(['a 2 2', 'b 1 2', 'e 0 1']);
    expect(await count({ projectId: 'apollo' })).toEqual(['a 1 1']);
    expect(await count({ projectId: null })).toEqual(['a 2 2', 'b 1 1', 'c 1 1']);
    for (const stranger of STRANGERS)
      expect(await current().countMentions(stranger, { entityIds: ['a', 'e'], filter: {} })).toEqual([]);
  });

  test('references to a merged entity id in the same write resolve to the kept one', async () => {
    await current().write(OWNER, { entities: [entity('n1', 'Ada')], memories: [memory('old')] });
    await current().write(OWNER, {
      entities: [entity('n2', 'ada'), entity('n3', 'Bob')],
      memories: [memory('new', { entityIds: ['n2', 'n3'] })],
      updates: [{ id: 'old', entityIds: ['n2'] }],
      relationships: [tie('n2', 'n3')],
    });
    expect(await current().relationshipsOf(OWNER, ['n1'])).toEqual([tie('n1', 'n3')]);
    const matches = await current().getMemories(OWNER, ['new', 'old']);
    expect(matches.map(({ entityIds }) => entityIds)).toEqual([['n1', 'n3'], ['n1']]);
    const mentions = await current().searchEntities(OWNER, { entityIds: ['n1'], filter: {}, limit: 10 });
    expect(mentions.map(({ memoryId }) => memoryId).sort()).toEqual(['new', 'old']);
  });

  test('relationships are unique by ends and relation, and found from both ends', async () => {
    await current().write(OWNER, {
      relationships: [tie('a', 'b'), tie('b', 'a'), tie('a', 'b', { relation: 'likes' }), tie('c', 'd'), tie('a', 'a')],
    });
    const newer = tie('a', 'b', { confidence: 1, updatedAt: minute(9) });
    await current().write(OWNER, { relationships: [newer] });
    const expected = [newer, tie('b', 'a'), tie('a', 'b', { relation: 'likes' })];
    expect(sorted(await current().relationshipsOf(OWNER, ['b']))).toEqual(sorted(expected));
    const both = await current().relationshipsOf(OWNER, ['a', 'b']);
    expect(sorted(both)).toEqual(sorted([...expected, tie('a', 'a')]));
    expect((await current().stats(OWNER)).relationships).toBe(5);
  });

  test('links are unique by ends and type, and found from both ends', async () => {
    await current().write(OWNER, {
      memories: ['a', 'b', 'c', 'd'].map((id) => memory(id)),
      links: [link('a', 'b'), link('b', 'a'), link('a', 'b', { type: 'supersedes' }), link('c', 'd')],
    });
    const newer = link('a', 'b', { strength: 0.9, createdAt: minute(9) });
    await current().write(OWNER, { links: [newer] });
    const expected = [newer, link('b', 'a'), link('a', 'b', { type: 'supersedes' })];
    expect(sorted(await current().linksOf(OWNER, ['b']))).toEqual(sorted(expected));
    expect(sorted(await current().linksOf(OWNER, ['a', 'b']))).toEqual(sorted(expected));
    expect(await current().linksOf(OWNER, ['missing'])).toEqual([]);
    const walked: Link[] = [];
    for (let after: Link | undefined; ; ) {
      const [next] = await current().linksOf(OWNER, ['a', 'b'], { limit: 1, ...(after && { after }) });
      if (next === undefined) break;
      walked.push(next);
      after = next;
    }
    expect(walked).toEqual(await current().linksOf(OWNER, ['a', 'b']));
    expect(walked.map(({ fromId }) => fromId)).toEqual(['a', 'a', 'b']);
    expect((await current().stats(OWNER)).links).toBe(4);
  });

  test('links are removed by ends and type', async () => {
    await current().write(OWNER, {
      memories: ['a', 'b'].map((id) => memory(id)),
      links: [link('a', 'b'), link('b', 'a'), link('a', 'b', { type: 'supersedes' })],
    });
    await current().write(OWNER, {
      unlinks: [
        { fromId: 'a', toId: 'b', type: 'related' },
        { fromId: 'b', toId: 'a', type: 'contradicts' },
        { fromId: 'a', toId: 'missing', type: 'related' },
      ],
    });
    const left = [link('b', 'a'), link('a', 'b', { type: 'supersedes' })];
    expect(sorted(await current().linksOf(OWNER, ['a']))).toEqual(sorted(left));
    expect((await current().stats(OWNER)).links).toBe(2);
  });

  test.for(['related', 'derivedFrom', 'contradicts', 'supersedes', 'reinforces'] as const)(
    'links keep the type %s',
    async (type) => {
      await current().write(OWNER, { memories: [memory('a'), memory('b')], links: [link('a', 'b', { type })] });
      expect(await current().linksOf(OWNER, ['a'])).toEqual([link('a', 'b', { type })]);
    },
  );

  test('memories are found by the entities they mention, newest first, once for each', async () => {
    await current().write(OWNER, {
      memories: [
        memory('old', { entityIds: ['x', 'y'], createdAt: minute(1) }),
        memory('new', { entityIds: ['y'], createdAt: minute(3) }),
        memory('mid', { entityIds: ['x'], createdAt: minute(2) }),
        memory('none'),
      ],
    });
    const search = async (entityIds: string[], limit = 10) =>
      (await current().searchEntities(OWNER, { entityIds, filter: {}, limit })).map(
        ({ memoryId, entityId }) => `${memoryId} ${entityId}`,
      );
    expect(await search(['x'])).toEqual(['mid x', 'old x']);
    const both = await search(['x', 'y', 'unknown']);
    expect(both.slice(0, 2)).toEqual(['new y', 'mid x']);
    expect(both.slice(2).sort()).toEqual(['old x', 'old y']);
    expect(await search(['x', 'y'], 2)).toEqual(['new y', 'mid x']);
    await current().write(OWNER, { updates: [{ id: 'mid', entityIds: ['z'] }] });
    expect(await search(['x'])).toEqual(['old x']);
    expect(await search(['z'])).toEqual(['mid z']);
  });
}
