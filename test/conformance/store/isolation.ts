import { expect, test } from 'vitest';
import type { Changes, Store } from '../../../src/contracts/store.ts';
import { salienceWeightsSchema } from '../../../src/model/salience.ts';
import { type Owner, ownerOf } from '../../../src/model/scope.ts';
import { embedded, episode, memory, minute, OWNER, STRANGERS, vector } from './samples.ts';

const everything = (owner: Owner): Changes => ({
  at: minute(1),
  episodes: [episode('e', owner)],
  memories: [memory('m', { ...owner, content: 'needle', entityIds: ['n'], sessionId: 'session' }), memory('k', owner)],
  entities: [{ id: 'n', name: 'Ada', type: 'person' }],
  relationships: [{ fromId: 'n', toId: 'n', relation: 'is', confidence: 1, updatedAt: minute(1) }],
  links: [{ fromId: 'm', toId: 'k', type: 'related', strength: 1, createdAt: minute(1) }],
  vectors: [embedded('m', vector(1, 0))],
  progress: [{ component: 'done', sessionId: 'session', from: 0, through: 1 }],
  endedSessions: [{ sessionId: 'session', at: minute(1) }],
  notes: [{ name: 'note', value: owner.agentId }],
});

async function view(store: Store, owner: Owner) {
  const all = { filter: {}, limit: 100 };
  return {
    episodes: await store.getEpisodes(owner, ['e']),
    listedEpisodes: await store.listEpisodes(owner, { limit: 100 }),
    sessionEpisodes: await store.listEpisodes(owner, { sessionId: 'session', limit: 100 }),
    memories: await store.getMemories(owner, ['m', 'k']),
    listed: await store.listMemories(owner, all),
    ranked: await store.rankMemories(owner, { by: 'recency', ...all }),
    text: await store.searchText(owner, { terms: ['needle', 'content'], ...all }),
    near: await store.searchVector(owner, { embedderId: 'embedder', vector: vector(1, 0), ...all }),
    entities: await store.matchEntities(owner, ['ada']),
    relationships: await store.relationshipsOf(owner, ['n']),
    mentions: await store.searchEntities(owner, { entityIds: ['n'], ...all }),
    links: await store.linksOf(owner, ['m', 'k']),
    sessions: await store.listSessions(owner),
    allEntities: await store.listEntities(owner, { limit: 10 }),
    pending: await store.pendingSessions(owner, { component: 'new', until: minute(9) }),
    done: await store.pendingSessions(owner, { component: 'done', until: minute(9) }),
    unembedded: await store.listUnembedded(owner, 'embedder', 100),
    unembeddedCount: await store.countUnembedded(owner, 'embedder'),
    versions: await store.versionsOf(owner, ['m']),
    changed: await store.changedMemories(owner, { since: minute(-1), limit: 100 }),
    vectors: await store.vectorsOf(owner, ['m', 'k'], 'embedder'),
    note: await store.noteOf(owner, 'note'),
    steps: await store.progressSteps(owner),
    stats: await store.stats(owner),
  };
}

export function isolationCases(current: () => Store): void {
  test('an owner sees nothing of another', async () => {
    const nothing = await view(current(), OWNER);
    for (const stranger of STRANGERS) await current().write(stranger, everything(stranger));
    expect(await view(current(), OWNER)).toEqual(nothing);
  });

  test("owners may use the same ids without affecting each other's data or scores", async () => {
    await current().write(OWNER, everything(OWNER));
    const before = await view(current(), OWNER);
    for (const stranger of STRANGERS) {
      await current().write(stranger, everything(stranger));
      await current().write(stranger, {
        memories: Array.from({ length: 20 }, (_, n) => memory(`x${n}`, { ...stranger, content: 'needle needle' })),
        updates: [{ id: 'm', content: 'changed', status: 'archived', entityIds: [] }],
        entities: [{ id: 'n9', name: 'ADA', type: 'project' }],
        links: [{ fromId: 'm', toId: 'k', type: 'related', strength: 0, createdAt: minute(2) }],
        accesses: { memoryIds: ['m', 'k'], at: minute(5) },
        vectors: [embedded('m', vector(0, 1)), embedded('k', vector(1, 0))],
        progress: [{ component: 'new', sessionId: 'session', from: 0, through: 1 }],
        salience: { salienceAt: minute(500), weights: salienceWeightsSchema.parse({}), memoryIds: ['m', 'k'] },
        notes: [{ name: 'note', value: 'changed' }],
      });
    }
    expect(await view(current(), OWNER)).toEqual(before);
  });

  test('an owner cannot change data of another', async () => {
    const [stranger] = STRANGERS;
    await current().write(OWNER, everything(OWNER));
    const before = await view(current(), OWNER);
    await current().write(stranger as Owner, {
      updates: [{ id: 'm', status: 'forgotten' }],
      accesses: { memoryIds: ['m'], at: minute(5) },
      vectors: [embedded('m', vector(0, 1)), embedded('k', undefined)],
      links: [{ fromId: 'k', toId: 'm', type: 'contradicts', strength: 1, createdAt: minute(1) }],
      unlinks: [{ fromId: 'm', toId: 'k', type: 'related' }],
      notes: [{ name: 'note', value: undefined }],
    });
    expect(await view(current(), OWNER)).toEqual(before);
  });

  test('a write with data of another owner is refused', async () => {
    const [stranger] = STRANGERS;
    for (const changes of [{ memories: [memory('m')] }, { episodes: [episode('e')] }]) {
      const write = current().write(stranger as Owner, changes);
      await expect(write).rejects.toMatchObject({ code: 'invalidInput' });
    }
    expect((await current().stats(OWNER)).memories.active).toBe(0);
  });

  test('an owner is listed once', async () => {
    const all = [OWNER, ...STRANGERS];
    for (const owner of [...all, ...all]) await current().write(owner, { entities: [] });
    const listed = await current().owners();
    const sorted = (owners: readonly Owner[]) => owners.map((owner) => JSON.stringify(ownerOf(owner))).sort();
    expect(sorted(listed)).toEqual(sorted(all));
    const ordered = [
      { ...OWNER, agentId: 'other' },
      OWNER,
      { ...OWNER, userId: 'other' },
      { ...OWNER, tenantId: 'other' },
    ];
    expect(listed).toEqual(ordered);
    expect(await current().owners({ tenantId: OWNER.tenantId })).toEqual(ordered.slice(0, 3));
    expect(await current().owners({ tenantId: OWNER.tenantId, userId: OWNER.userId })).toEqual(ordered.slice(0, 2));
    expect(await current().owners({ limit: 2 })).toEqual(ordered.slice(0, 2));
    expect(await current().owners({ after: OWNER, limit: 1 })).toEqual(ordered.slice(2, 3));
    expect(await current().owners({ tenantId: OWNER.tenantId, after: OWNER })).toEqual(ordered.slice(2, 3));
    expect(await current().owners({ limit: 0 })).toEqual([]);
  });
}
