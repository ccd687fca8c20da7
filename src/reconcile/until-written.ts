import type { Changes, Expectation, MemoryFilter, Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { Memory } from '../model/memory.ts';
import { type Owner, ownerKey } from '../model/scope.ts';
import { versionOf } from '../model/version.ts';
import { retryRaces } from '../retry-races.ts';

/** Reads, then writes; again if another writer came in between. */
export const untilWritten = <Seen, Result>(
  look: () => Promise<Seen>,
  write: (seen: Seen) => Promise<Result>,
): Promise<Result> => retryRaces(async () => write(await look()), ['overtaken', 'conflict']);

/**
 * Runs work that reads memories and writes changes based on them. A write names the version of each memory it updates, as the work
 * first read it; if another writer changed one, in any process, the work runs again. It must be repeatable.
 */
export const retryOvertaken = <Result>(store: Store, work: (store: Store) => Promise<Result>): Promise<Result> =>
  retryRaces(() => work(expectingStore(store)));

/** A store whose writes expect the versions that were read through it. */
export function expectingStore(store: Store): Store {
  const read = new Map<string, number>();
  const matchedActive = new Set<string>();
  const keyOf = (owner: Owner, id: string) => `${ownerKey(owner)} ${id}`;
  const noteVersions = async (owner: Owner, reading: Promise<Memory[]>): Promise<Memory[]> => {
    const memories = await reading;
    for (const memory of memories) {
      const [key, version] = [keyOf(owner, memory.id), versionOf(memory)];
      if (version !== undefined && !read.has(key)) read.set(key, version);
      // The search missed the memory that superseded it since.
      if (memory.status !== 'active' && matchedActive.has(key))
        throw new SouvenirError('overtaken', `memory ${memory.id} was ${memory.status} since it was found`);
    }
    return memories;
  };
  const noteMatches = async <Match extends string | { readonly memoryId: string }>(
    owner: Owner,
    { statuses, asOf }: MemoryFilter,
    search: Promise<Match[]>,
  ): Promise<Match[]> => {
    const matches = await search;
    if (asOf === undefined && statuses?.every((status) => status === 'active'))
      for (const each of matches) matchedActive.add(keyOf(owner, typeof each === 'string' ? each : each.memoryId));
    return matches;
  };
  const updatedBy = (owner: Owner, { updates = [] }: Changes): readonly Expectation[] =>
    updates.flatMap(({ id }) => {
      const version = read.get(keyOf(owner, id));
      return version === undefined ? [] : [{ id, version }];
    });
  const expected = (owner: Owner, changes: Changes): Changes => ({
    ...changes,
    expect: [...(changes.expect ?? []), ...updatedBy(owner, changes)],
  });
  const overrides: Partial<Store> = {
    getMemories: (owner, ids, asOf) =>
      asOf === undefined ? noteVersions(owner, store.getMemories(owner, ids)) : store.getMemories(owner, ids, asOf),
    listMemories: (owner, page) =>
      page.filter.asOf === undefined
        ? noteVersions(owner, store.listMemories(owner, page))
        : store.listMemories(owner, page),
    rankMemories: (owner, query) => noteMatches(owner, query.filter, store.rankMemories(owner, query)),
    searchText: (owner, query) => noteMatches(owner, query.filter, store.searchText(owner, query)),
    searchVector: (owner, query) => noteMatches(owner, query.filter, store.searchVector(owner, query)),
    searchEntities: (owner, query) => noteMatches(owner, query.filter, store.searchEntities(owner, query)),
    async write(owner, changes, also) {
      const writes = [{ owner, changes }, ...(also === undefined ? [] : [also])];
      const [own, other] = writes.map((each) => ({ ...each, changes: expected(each.owner, each.changes) }));
      await store.write(owner, own?.changes ?? {}, other);
      for (const each of writes)
        for (const { id } of each.changes.updates ?? []) {
          read.delete(keyOf(each.owner, id));
          matchedActive.delete(keyOf(each.owner, id));
        }
    },
  };
  return new Proxy<Store>(Object.create(store), {
    get(_, name) {
      if (name in overrides) return overrides[name as keyof Store];
      const member = Reflect.get(store, name, store);
      return typeof member === 'function' ? member.bind(store) : member;
    },
  });
}
