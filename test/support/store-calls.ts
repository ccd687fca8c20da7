import type { Store } from '../../src/contracts/store.ts';
import type { Owner } from '../../src/model/scope.ts';
import { episode } from '../conformance/store/samples.ts';

/** Writes something of every kind over the memory `m`, and returns a call of every other method of a store, by its name. */
export async function callsOf(store: Store, owner: Owner): Promise<Readonly<Record<string, () => Promise<unknown>>>> {
  const filter = { asOf: new Date(), entityIds: ['e'] };
  await store.write(owner, {
    ...{ updates: [{ id: 'm', content: 'changed' }], accesses: { memoryIds: ['m'], at: new Date() } },
    entities: [{ id: 'e', name: 'Ada', type: 'person', aliases: ['Countess'] }],
    episodes: [episode('e', owner)],
    progress: [{ component: 'c', sessionId: 'session', from: 0, through: 1 }],
    ...{ endedSessions: [{ sessionId: 'session', at: new Date() }], notes: [{ name: 'n', value: 1 }] },
    vectors: [{ memoryId: 'm', embedderId: 'e', vector: new Float32Array([1]) }],
  });
  const span = { from: new Date(0), to: new Date() };
  return {
    getEpisodes: () => store.getEpisodes(owner, ['e']),
    listEpisodes: () => store.listEpisodes(owner, { limit: 3 }),
    getMemories: () => store.getMemories(owner, ['m'], filter.asOf),
    listMemories: () => store.listMemories(owner, { filter, limit: 3 }),
    rankMemories: () => store.rankMemories(owner, { by: 'recency', filter, limit: 3 }),
    searchText: () => store.searchText(owner, { terms: ['changed'], filter, limit: 3 }),
    searchVector: () => store.searchVector(owner, { embedderId: 'e', vector: new Float32Array([1]), filter, limit: 3 }),
    listSessions: () => store.listSessions(owner, { seen: { projectId: 'p' } }),
    listEntities: () => store.listEntities(owner, { after: '', limit: 3 }),
    matchEntities: () => store.matchEntities(owner, ['Ada']),
    relationshipsOf: () => store.relationshipsOf(owner, ['e']),
    searchEntities: () => store.searchEntities(owner, { entityIds: ['e'], filter, limit: 3 }),
    linksOf: () => store.linksOf(owner, ['m']),
    versionsOf: () => store.versionsOf(owner, ['m']),
    changedMemories: () => store.changedMemories(owner, { since: span.from, limit: 3 }),
    vectorsOf: () => store.vectorsOf(owner, ['m'], 'e'),
    noteOf: () => store.noteOf(owner, 'n'),
    listNotes: () => store.listNotes(owner),
    embeddingsOf: () => store.embeddingsOf(owner, ['m']),
    pendingSessions: () => store.pendingSessions(owner, { component: 'c', until: span.to }),
    progressSteps: () => store.progressSteps(owner),
    listUnembedded: () => store.listUnembedded(owner, 'e', 3),
    countUnembedded: () => store.countUnembedded(owner, 'e'),
    countHappenings: () => store.countHappenings(owner, { spans: [span] }),
    countMentions: () => store.countMentions(owner, { entityIds: ['e'], filter: {} }),
    countMemories: () => store.countMemories(owner, filter),
    stats: () => store.stats(owner),
    owners: () => store.owners({ tenantId: owner.tenantId }),
    erase: () => store.erase(owner, { memoryIds: ['m'], episodeIds: ['e'] }),
    eraseOwner: () => store.eraseOwner({ ...owner, agentId: 'gone' }),
  };
}
