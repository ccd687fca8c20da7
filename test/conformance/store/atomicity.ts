import { expect, test } from 'vitest';
import type { Changes, Store } from '../../../src/contracts/store.ts';
import { salienceWeightsSchema } from '../../../src/model/salience.ts';
import { embedded, episode, memory, minute, OWNER, STRANGERS, vector } from './samples.ts';

const GOOD: Changes = {
  episodes: [episode('e2', { sessionId: 'new session' }), episode('e3')],
  memories: [
    memory('new', { content: 'novelty', entityIds: ['n'], component: 'new component' }),
    memory('newer', { content: 'novelty', component: 'new component', createdAt: minute(1) }),
  ],
  updates: [{ id: 'old', content: 'changed', status: 'archived', entityIds: ['n'] }],
  entities: [{ id: 'n', name: 'Ada', type: 'person' }],
  relationships: [{ fromId: 'n', toId: 'n', relation: 'is', confidence: 1, updatedAt: minute(1) }],
  links: [{ fromId: 'old', toId: 'new', type: 'related', strength: 1, createdAt: minute(1) }],
  vectors: [embedded('old', vector(0, 1)), embedded('new', vector(1, 0))],
  accesses: { memoryIds: ['old'], at: minute(5) },
  progress: [{ component: 'task', sessionId: 'session', from: 0, through: 1 }],
  endedSessions: [{ sessionId: 'session', at: minute(9) }],
  notes: [{ name: 'note', value: 1 }],
  salience: { salienceAt: minute(9), weights: salienceWeightsSchema.parse({}), memoryIds: ['old', 'new', 'between'] },
};

const BAD: readonly [string, Changes][] = [
  ['progress', { progress: [{ component: 'durable', sessionId: 'session', from: 5, through: 6 }] }],
  ['a foreign episode', { episodes: [episode('x', { ...STRANGERS[0] })] }],
  ['a memory', { memories: [memory('old')] }],
  ['a foreign memory', { memories: [memory('x', { ...STRANGERS[0] })] }],
];

async function view(store: Store) {
  const all = { filter: {}, limit: 100 };
  return {
    owners: await store.owners(),
    episodes: await store.listEpisodes(OWNER, { limit: 100 }),
    memories: await store.listMemories(OWNER, all),
    text: await store.searchText(OWNER, { terms: ['content', 'changed', 'novelty'], ...all }),
    near: await store.searchVector(OWNER, { embedderId: 'embedder', vector: vector(1, 2), ...all }),
    entities: await store.matchEntities(OWNER, ['Ada']),
    relationships: await store.relationshipsOf(OWNER, ['n']),
    mentions: await store.searchEntities(OWNER, { entityIds: ['n'], ...all }),
    links: await store.linksOf(OWNER, ['old', 'new']),
    pending: await store.pendingSessions(OWNER, { component: 'task', until: minute(99) }),
    unembedded: await store.listUnembedded(OWNER, 'embedder', 100),
    versions: await store.versionsOf(OWNER, ['old']),
    steps: await store.progressSteps(OWNER),
    note: await store.noteOf(OWNER, 'note'),
    stats: await store.stats(OWNER),
  };
}

export function atomicityCases(current: () => Store): void {
  test.for(BAD)('with a refused %s changes nothing', async ([, bad]) => {
    await current().write(OWNER, {
      episodes: [episode('e1')],
      memories: [memory('old')],
      vectors: [embedded('old', vector(1, 1))],
    });
    const before = await view(current());
    const changes: Changes = {
      ...GOOD,
      episodes: [...(GOOD.episodes ?? []), ...(bad.episodes ?? [])],
      memories: [...(GOOD.memories ?? []), ...(bad.memories ?? [])],
      progress: [...(GOOD.progress ?? []), ...(bad.progress ?? [])],
    };
    await expect(current().write(OWNER, changes)).rejects.toMatchObject({
      code: expect.stringMatching(/overtaken|conflict|invalidInput/),
    });
    expect(await view(current())).toEqual(before);

    await current().write(OWNER, { memories: [memory('between', { component: 'other component' })] });
    await current().write(OWNER, GOOD);
    const after = await view(current());
    expect(after.memories.map(({ id, component }) => `${id}: ${component}`).sort()).toEqual([
      'between: other component',
      'new: new component',
      'newer: new component',
      'old: durable',
    ]);
    expect([after.versions.length, after.steps.length, after.note]).toEqual([2, 1, 1]);
    expect(after.near).toHaveLength(2);
    expect(after.pending.map(({ sessionId }) => sessionId).sort()).toEqual(['new session', 'session']);
    expect(after.stats).toMatchObject({ episodes: 3, entities: 1, relationships: 1, links: 1 });
  });

  test('for two owners is atomic', async () => {
    const shared = { ...OWNER, agentId: 'shared' };
    const also = { owner: shared, changes: { memories: [memory('theirs', shared)] } };
    await current().write(OWNER, { memories: [memory('own')] }, also);
    expect(await current().getMemories(shared, ['theirs', 'own'])).toMatchObject([{ id: 'theirs' }]);
    const again = { owner: shared, changes: { memories: [memory('another', shared), memory('theirs', shared)] } };
    await expect(current().write(OWNER, { memories: [memory('second')] }, again)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await current().getMemories(OWNER, ['own', 'second'])).toMatchObject([{ id: 'own' }]);
    expect(await current().getMemories(shared, ['another'])).toEqual([]);
  });

  test.for(['tenantId', 'userId'])('is refused if the second owner has another %s', async (key) => {
    const owner = { ...OWNER, [key]: 'other' };
    const write = current().write(OWNER, { memories: [memory('own')] }, { owner, changes: {} });
    await expect(write).rejects.toMatchObject({ code: 'invalidInput' });
    expect(await current().getMemories(OWNER, ['own'])).toEqual([]);
  });

  test('is fully visible to a later read', async () => {
    const writes = Array.from({ length: 20 }, (_, n) =>
      current().write(OWNER, { episodes: [episode(`e${n}`)], memories: [memory(`m${n}`)] }),
    );
    await Promise.all(writes);
    const stats = await current().stats(OWNER);
    expect([stats.episodes, stats.memories.active]).toEqual([20, 20]);
    const listed = await current().listEpisodes(OWNER, { sessionId: 'session', limit: 100 });
    expect(listed.map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });
}
