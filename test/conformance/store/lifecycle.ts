import { expect, test } from 'vitest';
import type { Store } from '../../../src/contracts/store.ts';
import { memory, minute, OWNER, vector } from './samples.ts';

const FAR = { filter: { containing: 'content' }, limit: 9 };

/** The reads that may be long. */
const stoppable = (store: Store, signal: AbortSignal): Promise<unknown>[] => [
  store.listMemories(OWNER, { ...FAR, signal }),
  store.rankMemories(OWNER, { by: 'recency', ...FAR, signal }),
  store.rankMemories(OWNER, { by: 'age', filter: {}, limit: 9, signal }),
  store.searchText(OWNER, { terms: ['content'], filter: {}, limit: 9, signal }),
  store.searchVector(OWNER, { embedderId: 'embedder', vector: vector(1, 0), filter: {}, limit: 9, signal }),
  store.searchEntities(OWNER, { entityIds: ['n'], filter: {}, limit: 9, signal }),
  store.countMentions(OWNER, { entityIds: ['n'], filter: {}, signal }),
  store.countMemories(OWNER, FAR.filter, signal),
];

export function lifecycleCases(current: () => Store): void {
  test('the store can be opened and closed twice', async () => {
    await current().open();
    await current().close();
    await current().close();
  });

  test('the store has a name', () => {
    expect(current().name).toMatch(/^\w+$/);
  });

  test('the store refuses every call after close', async () => {
    const store = current();
    await store.write(OWNER, { memories: [memory('m')] });
    await store.close();
    const query = { filter: {}, limit: 1 };
    const calls = [
      () => store.write(OWNER, {}),
      () => store.owners(),
      () => store.getEpisodes(OWNER, ['e']),
      () => store.listEpisodes(OWNER, { limit: 1 }),
      () => store.getMemories(OWNER, ['m']),
      () => store.listMemories(OWNER, query),
      () => store.rankMemories(OWNER, { by: 'recency', ...query }),
      () => store.searchText(OWNER, { terms: ['word'], ...query }),
      () => store.searchVector(OWNER, { embedderId: 'embedder', vector: vector(1), ...query }),
      () => store.matchEntities(OWNER, ['name']),
      () => store.relationshipsOf(OWNER, ['n']),
      () => store.searchEntities(OWNER, { entityIds: ['n'], ...query }),
      () => store.linksOf(OWNER, ['m']),
      () => store.listSessions(OWNER),
      () => store.listEntities(OWNER, { limit: 1 }),
      () => store.pendingSessions(OWNER, { component: 'durable', until: minute(0) }),
      () => store.listUnembedded(OWNER, 'embedder', 1),
      () => store.countUnembedded(OWNER, 'embedder'),
      () => store.stats(OWNER),
      () => store.versionsOf(OWNER, ['m']),
      () => store.changedMemories(OWNER, { since: minute(0), limit: 1 }),
      () => store.vectorsOf(OWNER, ['m'], 'embedder'),
      () => store.noteOf(OWNER, 'note'),
      () => store.progressSteps(OWNER),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'closed' });
  });

  test('an owner without data is empty', async () => {
    expect(await current().owners()).toEqual([]);
    expect(await current().listMemories(OWNER, { filter: {}, limit: 10 })).toEqual([]);
    expect(await current().countUnembedded(OWNER, 'embedder')).toBe(0);
    expect(await current().versionsOf(OWNER, ['m'])).toEqual([]);
    expect(await current().progressSteps(OWNER)).toEqual([]);
    expect(await current().noteOf(OWNER, 'note')).toBeUndefined();
    expect(await current().stats(OWNER)).toEqual({
      episodes: 0,
      sessions: 0,
      memories: { active: 0, expired: 0, decayed: 0, archived: 0, superseded: 0, forgotten: 0 },
      components: {},
      entities: 0,
      relationships: 0,
      links: 0,
    });
  });

  test('a read stops when its signal aborts', async () => {
    await current().write(OWNER, { memories: [memory('m', { entityIds: ['n'] })] });
    const stopping = new AbortController();
    const before = await Promise.all(stoppable(current(), stopping.signal));
    expect(before[0]).toMatchObject([{ id: 'm' }]);
    const reason = new Error('nobody waits');
    stopping.abort(reason);
    await Promise.all(stoppable(current(), stopping.signal).map((read) => expect(read).rejects.toBe(reason)));
    expect(await current().countMemories(OWNER, {})).toBe(1);
  });

  test('an empty write is accepted', async () => {
    await current().write(OWNER, {});
    await current().write(OWNER, { episodes: [], memories: [], updates: [], vectors: [], progress: [] });
  });
}
