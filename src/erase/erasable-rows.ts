import { instructionOwnerOf } from '../context/instructions/stored-instructions.ts';
import type { Clock } from '../contracts/clock.ts';
import {
  entityPages,
  episodePages,
  everySession,
  everyVersion,
  linksAt,
  type MemoryFilter,
  memoryPages,
  type Store,
  versionPages,
} from '../contracts/store.ts';
import { filterOf } from '../memories/list.ts';
import type { Episode, StoredEpisode } from '../model/episode.ts';
import { type ErasureReceipt, isByMemory, type ParsedEraseSelection } from '../model/erasure.ts';
import { type Cause, isVerbatimTurn, MAX_SOURCES, type Memory, memoryStatusSchema } from '../model/memory.ts';
import { isInternalOwner, type Owner } from '../model/scope.ts';
import { versionOf } from '../model/version.ts';
import { slices } from '../slices.ts';
import { NameSearch } from '../text/name-search.ts';
import { textsIn } from '../text/texts-in.ts';

/** Larger pages would block the event loop. */
const MEMORIES_AT_ONCE = 50;
const EPISODES_AT_ONCE = 500;
const VERSIONS_AT_ONCE = 50;

interface EntitySearch {
  readonly search: NameSearch;
  readonly ids: ReadonlySet<string>;
}

const mentionsEntity = async ({ content, metadata, entityIds }: Memory, { search, ids }: EntitySearch, cause?: Cause) =>
  entityIds.some((id) => ids.has(id)) || search.isInAny(textsIn([content, metadata, cause]));

export const selectsAll = ({
  tenantId: _,
  userId: __,
  agentId: ___,
  dryRun: ____,
  ...narrowed
}: ParsedEraseSelection): boolean => Object.values(narrowed).every((value) => value === undefined);

const EVERY_STATUS = { statuses: memoryStatusSchema.options };

/** The rows of one user that an erasure selects; the owners differ only by their agent. */
export class ErasableRows {
  readonly memories = new Map<string, Owner>();
  readonly episodes = new Map<string, Owner>();
  readonly #projects = new Map<string, string>();
  /** Sessions that a component reads again from the beginning. All its memories of them go too, as they would count twice. */
  readonly #sessionsToReread = new Map<
    string,
    { readonly owner: Owner; readonly component: string; readonly sessionId: string }
  >();
  readonly #rereadEpisodes = new Set<string>();
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #targetOwners: readonly Owner[];

  constructor(store: Store, clock: Clock, targetOwners: readonly Owner[]) {
    this.#store = store;
    this.#clock = clock;
    this.#targetOwners = targetOwners;
  }

  /** In an erasure of a project, session or period, memories with sources are erased only with their turns. */
  async select(owner: Owner, selection: ParsedEraseSelection): Promise<void> {
    const filter = await this.#filterOf(owner, selection);
    const isExact = isByMemory(selection);
    const { entities, ...rest } = selection;
    const entitySearch = entities && { search: new NameSearch(entities), ids: await this.#entityIds(owner, entities) };
    const documentIds = new Set<string>();
    for await (const page of memoryPages(this.#store, owner, filter))
      for (const memory of entitySearch === undefined
        ? page
        : await this.#memoriesMentioning(entitySearch, page, owner)) {
        const { episodeIds, documentId } = memory.provenance;
        if (
          selection.turnsOnly
            ? !isVerbatimTurn(memory)
            : !isExact && !selectsAll(selection) && (await this.#hasStoredSources(memory, owner))
        )
          continue;
        this.#markMemory(memory, owner);
        if (entitySearch !== undefined && documentId !== undefined && memory.status === 'active')
          documentIds.add(documentId);
        // Shared memories do not name the owner of their turns.
        for (const id of isExact && !isInternalOwner(owner) ? episodeIds : []) {
          this.episodes.set(id, sourceOwnerOf(memory, owner));
          if (memory.projectId !== undefined) this.#projects.set(id, memory.projectId);
        }
      }
    // A document that would lose a chunk is erased whole.
    if (documentIds.size > 0)
      for await (const page of memoryPages(this.#store, owner, EVERY_STATUS))
        for (const memory of page)
          if (documentIds.has(memory.provenance.documentId ?? '')) this.#markMemory(memory, owner);
    // The id of a waiting turn may be given as a memory id.
    for (const episode of await this.#store.getEpisodes(owner, selection.memoryIds ?? [], true))
      this.#markEpisode(episode, owner);
    if (isByMemory(rest)) return;
    for await (const episode of this.#episodesOf(owner))
      if (
        isInScope(episode, selection) &&
        (entitySearch === undefined || (await entitySearch.search.isInAny(textsOf(episode))))
      )
        this.#markEpisode(episode, owner);
  }

  async #entityIds(owner: Owner, names: readonly string[]): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    const search = new NameSearch(names);
    for await (const page of entityPages(this.#store, owner))
      for (const { id, name, aliases = [] } of page) if (await search.isInAny([name, ...aliases])) ids.add(id);
    return ids;
  }

  async #memoriesMentioning(entitySearch: EntitySearch, memories: readonly Memory[], owner: Owner): Promise<Memory[]> {
    const mentioning: Memory[] = [];
    for (const memory of memories) if (await this.#hasMentioned(memory, entitySearch, owner)) mentioning.push(memory);
    return mentioning;
  }

  async #hasMentioned(memory: Memory, entitySearch: EntitySearch, owner: Owner): Promise<boolean> {
    if (versionOf(memory) === 1) return mentionsEntity(memory, entitySearch);
    for await (const page of versionPages(this.#store, owner, [memory.id], VERSIONS_AT_ONCE))
      for (const version of page) if (await mentionsEntity(version.memory, entitySearch, version.cause)) return true;
    return false;
  }

  /** Adds all that was derived from the selected rows, under every owner of the user, until nothing is added. */
  async spread(): Promise<void> {
    for (let before = -1; before !== this.memories.size; ) {
      before = this.memories.size;
      for (const owner of this.#targetOwners)
        for await (const page of memoryPages(this.#store, owner, EVERY_STATUS)) {
          const ids = page.map(({ id }) => id);
          const links = await linksAt(this.#store, owner, ids);
          const derived = links.filter(({ type, toId }) => type === 'derivedFrom' && this.memories.has(toId));
          for (const memory of page)
            if (derived.some(({ fromId }) => fromId === memory.id) || (await this.#isDerived(memory, owner)))
              await this.#markDerived(memory, owner);
        }
    }
  }

  get counts(): Record<string, number> {
    const total: Record<string, number> = { memories: 0, episodes: this.episodes.size };
    for (const owner of this.memories.values()) total[countNameOf(owner)] = (total[countNameOf(owner)] ?? 0) + 1;
    return total;
  }

  get countsByScope(): NonNullable<ErasureReceipt['places']> {
    const byScope = new Map<string, NonNullable<ErasureReceipt['places']>[number]>();
    const add = (id: string, owner: Owner, kind: string) => {
      const [agentId, projectId] = [agentIn(owner), this.#projects.get(id)];
      const key = JSON.stringify([agentId ?? null, projectId ?? null]);
      const scopeCounts = byScope.get(key) ?? {
        ...(agentId !== undefined && { agentId }),
        ...(projectId !== undefined && { projectId }),
        counts: {} as Record<string, number>,
      };
      byScope.set(key, scopeCounts);
      scopeCounts.counts[kind] = (scopeCounts.counts[kind] ?? 0) + 1;
    };
    for (const [id, owner] of this.memories) add(id, owner, countNameOf(owner));
    for (const [id, owner] of this.episodes) add(id, owner, 'episodes');
    return [...byScope].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, scopeCounts]) => scopeCounts);
  }

  get isEmpty(): boolean {
    return this.memories.size + this.episodes.size === 0;
  }

  /** Marks the turns to read again before it erases, so that a crash in between loses no memory of other turns. */
  async erase(): Promise<Record<string, number>> {
    const total: Record<string, number> = {};
    for (const owner of this.#targetOwners) {
      const [memories = [], episodes = []] = this.#rowsOf(owner);
      const toReread = [...this.#sessionsToReread.values()].filter((each) => each.owner.agentId === owner.agentId);
      const parts = [
        {
          memoryIds: [],
          episodeIds: [],
          again: toReread.map(({ component, sessionId }) => ({ component, sessionId })),
        },
        ...slices(memories, MEMORIES_AT_ONCE).map((slice) => ({ memoryIds: slice.map(([id]) => id), episodeIds: [] })),
        ...slices(episodes, EPISODES_AT_ONCE).map((slice) => ({ memoryIds: [], episodeIds: slice.map(([id]) => id) })),
      ];
      for (const part of parts)
        for (const [kind, count] of Object.entries(await this.#store.erase(owner, part))) {
          const name = kind === 'memories' && count > 0 ? countNameOf(owner) : kind;
          total[name] = (total[name] ?? 0) + count;
        }
    }
    return total;
  }

  #markMemory({ id, projectId }: Memory, owner: Owner): void {
    this.memories.set(id, owner);
    if (projectId !== undefined) this.#projects.set(id, projectId);
  }

  #markEpisode({ id, projectId }: Episode, owner: Owner): void {
    this.episodes.set(id, owner);
    if (projectId !== undefined) this.#projects.set(id, projectId);
  }

  countsOf(owner: Owner): number[] {
    return this.#rowsOf(owner).map(({ length }) => length);
  }

  #rowsOf(owner: Owner): [string, Owner][][] {
    const isOwn = ([, { agentId }]: [string, Owner]) => agentId === owner.agentId;
    return [this.memories, this.episodes].map((all) => [...all].filter(isOwn));
  }

  async #markDerived(memory: Memory, targetOwner: Owner): Promise<void> {
    if (this.memories.has(memory.id)) return;
    this.#markMemory(memory, targetOwner);
    const owner = sourceOwnerOf(memory, targetOwner);
    const { component } = memory;
    const remaining = memory.provenance.episodeIds.filter((id) => !this.episodes.has(id));
    for (const { sessionId } of await this.#store.getEpisodes(owner, remaining, true)) {
      const key = JSON.stringify([owner.agentId, component, sessionId]);
      if (this.#sessionsToReread.has(key)) continue;
      this.#sessionsToReread.set(key, { owner, component, sessionId });
      for await (const { id } of this.#episodesOf(owner, sessionId)) this.#rereadEpisodes.add(`${component} ${id}`);
    }
  }

  async #hasStoredSources(memory: Memory, owner: Owner): Promise<boolean> {
    const { episodeIds } = memory.provenance;
    return (
      episodeIds.length > 0 &&
      (await this.#store.getEpisodes(sourceOwnerOf(memory, owner), episodeIds, true)).length > 0
    );
  }

  /** A memory names only some of many sources, and its past versions name the others. Shared memories name their sources in their metadata. */
  async #isDerived(memory: Memory, owner: Owner): Promise<boolean> {
    if (this.memories.has(memory.id)) return false;
    if (this.#restsOnErased(memory, owner)) return true;
    if (memory.provenance.episodeIds.length < MAX_SOURCES && !isInternalOwner(owner)) return false;
    const versions = await everyVersion(this.#store, owner, memory.id);
    return versions.some((version) => this.#restsOnErased(version.memory, owner));
  }

  #restsOnErased({ component, provenance, metadata }: Memory, owner: Owner): boolean {
    const { episodeIds, memoryId } = provenance;
    return (
      episodeIds.some((id) => this.episodes.has(id) || this.#rereadEpisodes.has(`${component} ${id}`)) ||
      (memoryId !== undefined && this.memories.has(memoryId)) ||
      (isInternalOwner(owner) && textsIn(metadata).some((text) => this.memories.has(text)))
    );
  }

  async #filterOf(owner: Owner, selection: ParsedEraseSelection): Promise<MemoryFilter> {
    const { types, components, categories, sessionId, memoryIds, projectId, before } = selection;
    const to = before && new Date(before.getTime() - 1);
    const filter = await filterOf({ types, components, categories, sessionId, ...EVERY_STATUS, to }, 'erase', {
      ...{ store: this.#store, clock: this.#clock },
      ...{ owner, within: { projectId } },
    });
    return memoryIds === undefined ? filter : { ...filter, ids: memoryIds };
  }

  async *#episodesOf(owner: Owner, only?: string): AsyncGenerator<StoredEpisode> {
    const sessions = only === undefined ? await everySession(this.#store, owner) : [{ sessionId: only }];
    for (const { sessionId } of sessions)
      for await (const page of episodePages(this.#store, owner, { sessionId, withHidden: true })) yield* page;
  }
}

/** The memory itself may be shared, under another owner. */
const sourceOwnerOf = ({ provenance: { agentId } }: Memory, targetOwner: Owner): Owner =>
  agentId === undefined ? targetOwner : { ...targetOwner, agentId };

/** Shared memories are counted under other names, as no list or count includes them among memories. */
const countNameOf = ({ agentId }: Owner): string => {
  const [, kind = ''] = agentId.split('.');
  return isInternalOwner({ agentId }) ? (SHARED_COUNT_NAMES[kind] ?? kind) : 'memories';
};
/** The agent that an owner's rows belong to; undefined for the user's own. */
export function agentIn({ agentId }: Owner): string | undefined {
  if (!isInternalOwner({ agentId })) return agentId;
  const instructed = agentId.slice(INSTRUCTIONS.length);
  return agentId.startsWith(INSTRUCTIONS) && instructed !== '' ? instructed : undefined;
}
const INSTRUCTIONS = instructionOwnerOf({ tenantId: '', userId: '', agentId: '' }).agentId;

const SHARED_COUNT_NAMES: Readonly<Record<string, string>> = { profile: 'fields', documents: 'parts' };

/** Whether a turn is selected by itself, not through a memory. */
export const isSelected = (episode: Episode, selection: ParsedEraseSelection): boolean => {
  const { entities } = selection;
  if (!isInScope(episode, selection)) return false;
  const search = entities && new NameSearch(entities);
  return search === undefined || textsOf(episode).some((text) => search.isIn(text));
};

const isInScope = (
  episode: Episode,
  { sessionId, projectId, before, entities: _, ...selection }: ParsedEraseSelection,
): boolean =>
  !isByMemory(selection) &&
  (sessionId === undefined || episode.sessionId === sessionId) &&
  (projectId === undefined || episode.projectId === projectId) &&
  (before === undefined || episode.occurredAt < before);

const textsOf = ({ content, speaker, metadata }: Episode): string[] => textsIn([content, speaker, metadata]);
