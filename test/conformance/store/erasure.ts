import { expect, test } from 'vitest';
import type { Store } from '../../../src/contracts/store.ts';
import { embedded, episode, ids, memory, minute, OWNER, STRANGERS, vector } from './samples.ts';

const entity = (id: string, name: string) => ({ id, name, type: 'person' });
const ALL = { filter: {}, limit: 100 };

/** Two memories of two people, one of which replaced the other; the first was changed once, and both stand in one session. */
async function fill(store: Store, owner = OWNER): Promise<void> {
  await store.write(owner, {
    episodes: ['e1', 'e2', 'e3'].map((id, n) => episode(id, { ...owner, occurredAt: minute(n) })),
    entities: [entity('ana', 'Ana'), entity('bob', 'Bob')],
    memories: [
      memory('first', { ...owner, content: 'walnuts once', entityIds: ['ana', 'bob'] }),
      memory('second', { ...owner, content: 'almonds now', entityIds: ['bob'] }),
    ],
    relationships: [
      { fromId: 'ana', toId: 'bob', relation: 'knows', confidence: 1, updatedAt: minute(1), memoryId: 'first' },
    ],
    links: [{ fromId: 'first', toId: 'second', type: 'supersedes', strength: 1, createdAt: minute(1) }],
    vectors: [embedded('first', vector(1, 0)), embedded('second', vector(0, 1))],
    progress: [{ component: 'durable', sessionId: 'session', from: 0, through: 3 }],
  });
  await store.write(owner, {
    updates: [
      { id: 'first', content: 'walnuts for good', updatedAt: minute(2) },
      { id: 'second', status: 'superseded', supersededBy: 'first', updatedAt: minute(2) },
    ],
  });
}

export function erasureCases(current: () => Store): void {
  test('removes a memory from every read, and keeps the rest', async () => {
    const store = current();
    await fill(store);
    const erased = await store.erase(OWNER, { memoryIds: ['first', 'unknown'], episodeIds: [] });
    expect(erased).toEqual({
      ...{ episodes: 0, memories: 1, versions: 1, vectors: 1, links: 1, relationships: 1, entities: 1 },
    });
    expect(ids((await store.listMemories(OWNER, ALL)).map(({ id }) => ({ memoryId: id })))).toEqual(['second']);
    expect(await store.getMemories(OWNER, ['first'])).toEqual([]);
    expect(await store.getMemories(OWNER, ['first'], minute(1))).toEqual([]);
    expect(await store.versionsOf(OWNER, ['first'])).toEqual([]);
    expect(await store.changedMemories(OWNER, { since: new Date(0), limit: 10 })).not.toContain('first');
    expect(await store.searchText(OWNER, { terms: ['walnuts'], ...ALL })).toEqual([]);
    expect(await store.searchText(OWNER, { terms: ['walnuts'], filter: { asOf: minute(1) }, limit: 9 })).toEqual([]);
    const near = { embedderId: 'embedder', vector: vector(1, 0) };
    expect(ids(await store.searchVector(OWNER, { ...near, ...ALL }))).toEqual(['second']);
    expect(ids(await store.searchVector(OWNER, { ...near, filter: { asOf: minute(1) }, limit: 9 }))).not.toContain(
      'first',
    );
    expect(await store.vectorsOf(OWNER, ['first'], 'embedder')).toEqual([]);
    expect(await store.searchEntities(OWNER, { entityIds: ['ana'], ...ALL })).toEqual([]);
    expect(await store.listEntities(OWNER, { limit: 9 })).toEqual([entity('bob', 'Bob')]);
    expect(await store.relationshipsOf(OWNER, ['ana', 'bob'])).toEqual([]);
    expect(await store.linksOf(OWNER, ['second'])).toEqual([]);
    const [second] = await store.getMemories(OWNER, ['second']);
    expect([second?.status, second?.supersededBy]).toEqual(['superseded', undefined]);
    expect(JSON.stringify(await store.versionsOf(OWNER, ['second']))).not.toContain('first');
    await store.write(OWNER, { memories: [memory('first', { content: 'walnuts anew' })] });
    expect(ids(await store.searchText(OWNER, { terms: ['walnuts'], ...ALL }))).toEqual(['first']);
    expect(await store.versionsOf(OWNER, ['first'])).toHaveLength(1);
  });

  test('removes episodes from their session without reusing positions', async () => {
    const store = current();
    await fill(store);
    expect(await store.erase(OWNER, { memoryIds: [], episodeIds: ['e1', 'e3'] })).toMatchObject({ episodes: 2 });
    const left = await store.listEpisodes(OWNER, { sessionId: 'session', limit: 9 });
    expect(left.map(({ id, position }) => [id, position])).toEqual([['e2', 2]]);
    expect(await store.listSessions(OWNER)).toEqual([
      { sessionId: 'session', episodes: 1, firstAt: minute(1), lastAt: minute(1) },
    ]);
    expect((await store.stats(OWNER)).episodes).toBe(1);
    expect(await store.pendingSessions(OWNER, { component: 'durable' })).toEqual([]);
    await store.write(OWNER, { episodes: [episode('e4', { occurredAt: minute(9) })] });
    const [pending] = await store.pendingSessions(OWNER, { component: 'durable' });
    expect(pending).toEqual({ sessionId: 'session', from: 3, through: 4 });
    expect(await store.listEpisodes(OWNER, { sessionId: 'session', afterPosition: 3, limit: 9 })).toMatchObject([
      { id: 'e4', position: 4 },
    ]);
  });

  test('resets the progress of a component, and drops an empty session', async () => {
    const store = current();
    await fill(store);
    const again = [{ component: 'durable', sessionId: 'session' }];
    await store.erase(OWNER, { memoryIds: [], episodeIds: [], again });
    const query = { component: 'durable' };
    expect(await store.pendingSessions(OWNER, query)).toEqual([{ sessionId: 'session', from: 0, through: 3 }]);
    await store.erase(OWNER, { memoryIds: [], episodeIds: ['e1', 'e2', 'e3'] });
    expect(await store.listSessions(OWNER)).toEqual([]);
    expect(await store.pendingSessions(OWNER, query)).toEqual([]);
    expect(await store.progressSteps(OWNER)).toEqual([]);
    await store.write(OWNER, { episodes: [episode('e5')] });
    expect(await store.pendingSessions(OWNER, query)).toEqual([{ sessionId: 'session', from: 0, through: 1 }]);
  });

  test('affects one owner only, and can remove an owner', async () => {
    const store = current();
    const [other = OWNER] = STRANGERS;
    await fill(store);
    await fill(store, other);
    await store.write(OWNER, { notes: [{ name: 'note', value: 'of walnuts' }] });
    const everything = { memoryIds: ['first', 'second'], episodeIds: ['e1', 'e2', 'e3'] };
    await expect(store.eraseOwner(OWNER)).rejects.toMatchObject({ code: 'conflict' });
    await store.erase(OWNER, everything);
    await store.eraseOwner(OWNER);
    expect(await store.owners()).toEqual([other]);
    expect(await store.noteOf(OWNER, 'note')).toBeUndefined();
    expect(await store.listEntities(OWNER, { limit: 9 })).toEqual([]);
    expect((await store.stats(other)).memories).toMatchObject({ active: 1, superseded: 1 });
    expect(ids(await store.searchText(other, { terms: ['walnuts'], ...ALL }))).toEqual(['first']);
    await fill(store);
    expect(ids(await store.searchText(OWNER, { terms: ['walnuts'], ...ALL }))).toEqual(['first']);
    expect(await store.owners()).toHaveLength(2);
  });
}
