import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memory, OWNER } from '../../test/conformance/store/samples.ts';
import { manualClock } from '../../test/support/manual-clock.ts';
import type { Store } from '../contracts/store.ts';
import type { Memory } from '../model/memory.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { publish } from './publish.ts';

const PARENT = { ...OWNER, agentId: 'boss' };

describe.each([
  ['memory', memoryStore],
  ['sqlite', () => sqliteStore({ path: ':memory:' })],
])('publish on the %s store', (_, makeStore) => {
  let store: Store;
  const clock = manualClock();
  const ana = { id: 'n1', name: 'Ana', type: 'person' };
  const hold = (...memories: Memory[]) => store.write(OWNER, { memories, entities: [ana] });
  const send = (...ids: string[]) => publish(ids, OWNER, PARENT, { store, clock });
  const there = () => store.listMemories(PARENT, { filter: {}, limit: 100 });

  beforeEach(async () => {
    store = makeStore();
    await store.open();
  });
  afterEach(() => store.close());

  it('copies memories with their source, without accesses and sessions', async () => {
    const provenance = { episodeIds: ['e1'], turnIds: ['t1'], position: 3 };
    const used = { accessCount: 4, lastAccessedAt: clock.now(), sessionId: 's', projectId: 'p', provenance };
    await hold(memory('m1', { content: 'Ana keeps bees.', entityIds: ['n1'], ...used }), memory('m2'));
    const [copy, ...more] = await send('m1');
    expect(more).toEqual([]);
    expect(await there()).toEqual([copy]);
    expect(copy).toMatchObject({
      ...{ ...PARENT, content: 'Ana keeps bees.', projectId: 'p', createdAt: clock.now(), accessCount: 0 },
      provenance: { ...provenance, agentId: OWNER.agentId, memoryId: 'm1' },
    });
    expect(copy?.id).not.toBe('m1');
    expect(copy).not.toHaveProperty('lastAccessedAt');
    expect(copy).not.toHaveProperty('sessionId');
  });

  it('copies entities under the ids of the parent', async () => {
    await store.write(PARENT, { entities: [{ id: 'theirs', name: 'ANA', type: 'person' }] });
    await hold(memory('m1', { entityIds: ['n1', 'n2'] }));
    await store.write(OWNER, {
      entities: [
        { id: 'n2', name: 'Porto', type: 'place' },
        { ...ana, id: 'n3', name: 'Bo' },
      ],
    });
    expect((await send('m1'))[0]?.entityIds).toEqual(['theirs', 'n2']);
    expect((await store.listEntities(PARENT, { limit: 10 })).map(({ id }) => id).sort()).toEqual(['n2', 'theirs']);
    const query = { entityIds: ['theirs', 'n2'], filter: {}, limit: 10 };
    expect((await store.searchEntities(PARENT, query)).map(({ entityId }) => entityId).sort()).toEqual([
      'n2',
      'theirs',
    ]);
  });

  it.each<[string, readonly string[]]>([
    ['much alike', Array.from({ length: 40 }, (_, at) => `Ana keeps bees in hive ${at}.`)],
    ['without a word to search for', ['It is what it is.', '🦊']],
  ])('stores a published memory once, even among memories that are %s', async (_, contents) => {
    await hold(...contents.map((content, at) => memory(`m${at}`, { content })));
    const ids = contents.map((_, at) => `m${at}`);
    expect(await send(...ids, ...ids)).toHaveLength(contents.length);
    expect(await send(...ids)).toEqual([]);
    expect(await there()).toHaveLength(contents.length);
  });

  it.each(['forgotten', 'superseded'] as const)('does not restore a copy that was %s', async (status) => {
    await hold(memory('m1'));
    const [copy] = await send('m1');
    await store.write(PARENT, { updates: [{ id: copy?.id ?? '', status }] });
    expect(await send('m1')).toEqual([]);
    expect((await there()).filter((each) => each.status === 'active')).toEqual([]);
  });

  it.each<[string, Partial<Memory> | undefined]>([
    ['unknown', undefined],
    ['forgotten', { status: 'forgotten' }],
    ['superseded', { status: 'superseded' }],
    ['another user’s', { userId: 'eve' }],
    ['who the agent is', { component: 'personality', category: 'persona' }],
  ])('refuses all memories if one is %s', async (_, fields) => {
    await hold(memory('good'));
    const bad = memory('bad', fields);
    if (fields !== undefined) await store.write(bad, { memories: [bad] });
    await expect(send('good', 'bad')).rejects.toThrow(
      expect.objectContaining({ code: 'invalidInput', message: expect.stringMatching(/^ids: .*bad/) }),
    );
    expect(await there()).toEqual([]);
  });

  it('writes nothing for an empty list', async () => {
    expect(await send()).toEqual([]);
    expect(await store.owners()).toEqual([]);
  });
});
