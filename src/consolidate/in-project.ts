import type { MemoryFilter, StoreReader } from '../contracts/store.ts';
import { isOfProject } from '../model/scope.ts';

/** The store as a component sees it: only memories of this project, or of none, so that one project never affects another's. */
export function inProject(store: StoreReader, projectId: string | undefined): StoreReader {
  const within = <Query extends { readonly filter: MemoryFilter }>(query: Query): Query => ({
    ...query,
    filter: { ...query.filter, projectId: projectId ?? null },
  });
  return {
    getMemories: async (owner, ids, asOf) => (await store.getMemories(owner, ids, asOf)).filter(isOfProject(projectId)),
    listMemories: (owner, page) => store.listMemories(owner, within(page)),
    rankMemories: (owner, query) => store.rankMemories(owner, within(query)),
    searchText: (owner, query) => store.searchText(owner, within(query)),
    searchVector: (owner, query) => store.searchVector(owner, within(query)),
    searchEntities: (owner, query) => store.searchEntities(owner, within(query)),
    getEpisodes: (...given) => store.getEpisodes(...given),
    listEpisodes: (...given) => store.listEpisodes(...given),
    listSessions: (...given) => store.listSessions(...given),
    listEntities: (...given) => store.listEntities(...given),
    matchEntities: (...given) => store.matchEntities(...given),
    relationshipsOf: (...given) => store.relationshipsOf(...given),
    linksOf: (...given) => store.linksOf(...given),
    versionsOf: (...given) => store.versionsOf(...given),
    changedMemories: (...given) => store.changedMemories(...given),
    vectorsOf: (...given) => store.vectorsOf(...given),
    noteOf: (...given) => store.noteOf(...given),
  };
}
