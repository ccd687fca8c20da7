import type { Store } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import { type Owner, ownerKey, ownerOf } from '../../model/scope.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import { ownedWrites } from '../store-rules.ts';
import { erase } from './erase.ts';
import { OwnerData } from './owner-data.ts';
import { linksInPage, ownersInPage, stepsInPage } from './pages.ts';
import {
  countHappenings,
  getEpisodes,
  getMemories,
  listEpisodes,
  listMemories,
  listSessions,
  matchEntities,
  oldestFirst,
  pendingSessions,
  storeStats,
  unembedded,
} from './read.ts';
import {
  countMemories,
  countMentions,
  rankMemories,
  searchEntities,
  searchText,
  searchVector,
  vectorsOf,
} from './search.ts';
import { changedMemories, embeddingsOf, versionsOf } from './versions.ts';
import { applyChanges, checkChanges } from './write.ts';

/**
 * A store in memory, for tests and for memories that need not outlive the process.
 * @example const souvenir = await createSouvenir({ store: memoryStore() });
 */
export function memoryStore(): Store {
  const owners = new Map<string, OwnerData>();
  let isOpen = false;

  function dataOf(owner: Owner): OwnerData {
    return owners.get(ownerKey(owner)) ?? new OwnerData(ownerOf(owner));
  }

  async function use<Result>(action: () => Result, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (!isOpen) throw new SouvenirError('closed', 'The store is not open.', { advice: 'Call open() first.' });
    const result = action();
    await yieldToEventLoop();
    return result;
  }

  const read = <Result>(owner: Owner, action: (data: OwnerData) => Result, signal?: AbortSignal) =>
    use(() => action(dataOf(owner)), signal);

  return {
    name: 'memory',
    open: async () => {
      isOpen = true;
    },
    close: async () => {
      isOpen = false;
    },
    write: (owner, changes, also) =>
      use(() => {
        const writes = ownedWrites(owner, changes, also).map((each) => ({ ...each, data: dataOf(each.owner) }));
        for (const each of writes) checkChanges(each.data, each.changes);
        for (const each of writes) {
          applyChanges(each.data, each.changes);
          owners.set(ownerKey(each.owner), each.data);
        }
      }),
    owners: (page = {}) =>
      use(() =>
        ownersInPage(
          [...owners.values()].map(({ owner }) => ownerOf(owner)),
          page,
        ),
      ),
    getEpisodes: (owner, ids, withHidden) => read(owner, (data) => getEpisodes(data, ids, withHidden)),
    listEpisodes: (owner, query) => read(owner, (data) => listEpisodes(data, query)),
    getMemories: (owner, ids, asOf) => read(owner, (data) => getMemories(data, ids, asOf)),
    listMemories: (owner, page) => read(owner, (data) => listMemories(data, page), page.signal),
    rankMemories: (owner, query) => read(owner, (data) => rankMemories(data, query), query.signal),
    searchText: (owner, query) => read(owner, (data) => searchText(data, query), query.signal),
    searchVector: (owner, query) => read(owner, (data) => searchVector(data, query), query.signal),
    listSessions: (owner, page = {}) => read(owner, (data) => listSessions(data, page)),
    listEntities: (owner, { after = '', ids, limit }) =>
      read(owner, ({ entities }) =>
        [...entities.values()]
          .filter(({ id }) => id > after && ids?.includes(id) !== false)
          .sort((a, b) => (a.id < b.id ? -1 : 1))
          .slice(0, Math.max(0, limit)),
      ),
    matchEntities: (owner, names) => read(owner, (data) => matchEntities(data, names)),
    relationshipsOf: (owner, entityIds) => read(owner, ({ relationships }) => edgesTouching(relationships, entityIds)),
    searchEntities: (owner, query) => read(owner, (data) => searchEntities(data, query), query.signal),
    linksOf: (owner, memoryIds, page) => read(owner, ({ links }) => linksInPage(edgesTouching(links, memoryIds), page)),
    versionsOf: (owner, memoryIds, page) => read(owner, (data) => versionsOf(data, memoryIds, page)),
    changedMemories: (owner, query) => read(owner, (data) => changedMemories(data, query)),
    vectorsOf: (owner, memoryIds, embedderId) => read(owner, (data) => vectorsOf(data, memoryIds, embedderId)),
    noteOf: (owner, name) => read(owner, ({ notes }) => structuredClone(notes.get(name))),
    listNotes: (owner) =>
      read(owner, ({ notes }) =>
        structuredClone(
          [...notes].map(([name, value]) => ({ name, value })).sort((a, b) => (a.name < b.name ? -1 : 1)),
        ),
      ),
    embeddingsOf: (owner, memoryIds) => read(owner, (data) => embeddingsOf(data, memoryIds)),
    progressSteps: (owner, page = {}) => read(owner, ({ steps }) => structuredClone(stepsInPage(steps, page))),
    pendingSessions: (owner, query) => read(owner, (data) => pendingSessions(data, query)),
    listUnembedded: (owner, embedderId, limit) =>
      read(owner, (data) =>
        oldestFirst(unembedded(data, embedderId))
          .slice(0, Math.max(0, limit))
          .map(({ id, content }) => ({ id, content })),
      ),
    countUnembedded: (owner, embedderId) => read(owner, (data) => unembedded(data, embedderId).length),
    countHappenings: (owner, query) => read(owner, (data) => countHappenings(data, query)),
    countMentions: (owner, query) => read(owner, (data) => countMentions(data, query), query.signal),
    countMemories: (owner, filter, signal) => read(owner, (data) => countMemories(data, filter), signal),
    stats: (owner) => read(owner, storeStats),
    erase: (owner, erasure) => read(owner, (data) => erase(data, erasure)),
    eraseOwner: (owner) =>
      use(() => {
        const { memories, episodes } = dataOf(owner);
        const [left] = [...memories.keys(), ...episodes.keys()];
        if (left !== undefined)
          throw new SouvenirError('conflict', `${left} of this owner is still there.`, { advice: 'Erase it first.' });
        owners.delete(ownerKey(owner));
      }),
  };
}

function edgesTouching<Edge extends { readonly fromId: string; readonly toId: string }>(
  edges: ReadonlyMap<string, Edge>,
  ids: readonly string[],
): Edge[] {
  const wanted = new Set(ids);
  return [...edges.values()]
    .filter(({ fromId, toId }) => wanted.has(fromId) || wanted.has(toId))
    .map((edge) => ({ ...edge }));
}
