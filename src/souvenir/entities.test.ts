import { describe, expect, test } from 'vitest';
import { memory, minute, OWNER } from '../../test/conformance/store/samples.ts';
import { STORES } from '../../test/support/fresh-souvenir.ts';
import { createSouvenir, defineAgent } from '../index.ts';
import type { Relationship } from '../model/graph.ts';

const entity = (id: string, name: string) => ({ id, name, type: 'person' });
const tie = (fromId: string, toId: string, memoryId?: string): Relationship => ({
  ...{ fromId, toId, relation: 'knows', confidence: 1, updatedAt: minute(1) },
  ...(memoryId !== undefined && { memoryId }),
});

describe.each(STORES)('entities on the %s store', (_, makeStore) => {
  /** Ana is named three times, Bob twice, Cem in a project, Dan by what is forgotten, Eva by what is past. */
  async function met() {
    const store = makeStore();
    const agents = defineAgent({ id: OWNER.agentId });
    const souvenir = await createSouvenir({ store, agents, embedder: null, reader: null });
    await store.write(OWNER, {
      entities: [
        { ...entity('a', 'Ana'), aliases: ['Anita'] },
        ...[entity('b', 'Bob'), entity('c', 'Cem'), entity('d', 'Dan'), entity('e', 'Eva')],
      ],
      memories: [
        memory('m1', { entityIds: ['a', 'b'], createdAt: minute(1) }),
        memory('m2', { entityIds: ['a', 'b'], createdAt: minute(2) }),
        memory('m3', { entityIds: ['a', 'c'], createdAt: minute(3), projectId: 'site' }),
        memory('m4', { entityIds: ['a', 'd'], status: 'forgotten' }),
        memory('m5', { entityIds: ['e'], status: 'superseded' }),
      ],
      relationships: [
        tie('a', 'b', 'm1'),
        tie('c', 'a', 'm3'),
        tie('a', 'd', 'm4'),
        tie('b', 'e', 'm5'),
        tie('b', 'c'),
        tie('a', 'c'),
      ],
    });
    return { souvenir, ana: souvenir.for(OWNER), site: souvenir.for({ ...OWNER, projectId: 'site' }) };
  }
  const counts = (entities: readonly { name: string; memories: number; relationships: number }[]) =>
    entities.map(({ name, memories, relationships }) => [name, memories, relationships]);
  const ends = (ties: readonly Relationship[]) => ties.map(({ fromId, toId }) => fromId + toId).sort();

  test('are listed by mentions, without those of forgotten or past memories', async () => {
    const { ana, site } = await met();
    const [all, ofSite] = [await ana.entities.list(), await site.entities.list()];
    expect(counts(all)).toEqual([
      ['Ana', 3, 3],
      ['Bob', 2, 2],
      ['Cem', 1, 3],
    ]);
    expect(counts(ofSite)).toEqual([
      ['Ana', 1, 1],
      ['Cem', 1, 1],
    ]);
    expect(counts(await ana.entities.list({ offset: 1, limit: 1 }))).toEqual([['Bob', 2, 2]]);
    expect(counts(await ana.entities.list({ containing: 'NIT' }))).toEqual([['Ana', 3, 3]]);
    expect(await ana.entities.list({ containing: 'dan' })).toEqual([]);
  });

  test('with equal mentions are ordered by relationships, then name; relationships newest first', async () => {
    const store = makeStore();
    const agents = defineAgent({ id: OWNER.agentId });
    const souvenir = await createSouvenir({ store, agents, embedder: null, reader: null });
    await store.write(OWNER, {
      entities: [entity('1', 'Abe'), entity('2', 'Cem'), entity('3', 'Bob'), entity('4', 'Dan')],
      memories: [memory('m1', { entityIds: ['1', '2', '3', '4'] }), memory('m2', { entityIds: ['4'] })],
      relationships: [tie('2', '3', 'm1'), { ...tie('3', '2', 'm1'), updatedAt: minute(2) }],
    });
    const { entities } = souvenir.for(OWNER);
    expect((await entities.list()).map(({ name }) => name)).toEqual(['Dan', 'Bob', 'Cem', 'Abe']);
    for (const id of ['2', '3']) expect(ends((await entities.around({ id, limit: 1 })).relationships)).toEqual(['32']);
  });

  test('are shown with relationships and mentioning memories', async () => {
    const { ana, site } = await met();
    const around = await ana.entities.around({ id: 'a' });
    expect(counts([around.entity])).toEqual([['Ana', 3, 3]]);
    expect(around.entities.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(ends(around.relationships)).toEqual(['ab', 'ac', 'ca']);
    expect(around.memories.map(({ id }) => id)).toEqual(['m3', 'm2', 'm1']);
    const few = await ana.entities.around({ id: 'a', limit: 1 });
    expect([few.entities.length, few.relationships.length, few.memories.length]).toEqual([1, 1, 1]);
    const ofSite = await site.entities.around({ id: 'a' });
    expect(ends(ofSite.relationships)).toEqual(['ca']);
    expect(ofSite.memories.map(({ id }) => id)).toEqual(['m3']);
  });

  test.each(['d', 'e', 'unknown'])('that are hidden are not found: %s', async (id) => {
    const { ana, souvenir } = await met();
    await expect(ana.entities.around({ id })).rejects.toMatchObject({ code: 'notFound' });
    const ben = souvenir.for({ ...OWNER, userId: 'ben' });
    await expect(ben.entities.around({ id: 'a' })).rejects.toMatchObject({ code: 'notFound' });
  });

  test('of another project are not found', async () => {
    const { site } = await met();
    await expect(site.entities.around({ id: 'b' })).rejects.toMatchObject({ code: 'notFound' });
  });

  test('make a graph of the most mentioned and their relationships', async () => {
    const { ana, site } = await met();
    const whole = await ana.entities.graph();
    expect(whole.entities.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(ends(whole.relationships)).toEqual(['ab', 'ac', 'bc', 'ca']);
    const few = await ana.entities.graph({ limit: 2 });
    expect(ends(few.relationships)).toEqual(['ab']);
    expect(ends((await site.entities.graph()).relationships)).toEqual(['ca']);
    await expect(ana.entities.graph({ limit: 2001 })).rejects.toThrow('graph.limit');
  });
});
