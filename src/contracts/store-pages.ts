import type { StoredEpisode } from '../model/episode.ts';
import type { Entity, Link } from '../model/graph.ts';
import type { Memory } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import type { MemoryVersion } from '../model/version.ts';
import type { TakenStep } from './store-changes.ts';
import type {
  EpisodeQuery,
  MemoryFilter,
  OwnerPage,
  PendingQuery,
  PendingSession,
  SessionPage,
  SessionSummary,
  StepPage,
} from './store-queries.ts';
import type { StoreReader } from './store-reader.ts';

interface PagedStore {
  owners(page: OwnerPage): Promise<Owner[]>;
  progressSteps(owner: Owner, page: StepPage): Promise<TakenStep[]>;
}

const PAGE = 100;
const FIRST_PAGE = 20;
const PAGE_CHARS = 2_000_000;
const MAX_EPISODES = 500;
export const MAX_LISTED = 500;

async function* pagesOf<Item>(
  read: (last: Item | undefined) => Promise<Item[]>,
  limit = MAX_LISTED,
): AsyncGenerator<Item[], void> {
  for (let last: Item | undefined; ; ) {
    const page = await read(last);
    if (page.length > 0) yield page;
    if (page.length < limit) return;
    last = page.at(-1);
  }
}

async function collect<Item>(pages: AsyncIterable<Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pages) for (const item of page) items.push(item);
  return items;
}

/** Every owner, or those of a tenant or user. Owners may be added and removed between two pages. */
export const ownerPages = (
  store: Pick<PagedStore, 'owners'>,
  within: Pick<OwnerPage, 'tenantId' | 'userId'> = {},
): AsyncGenerator<Owner[]> =>
  pagesOf<Owner>((after) => store.owners({ ...within, limit: MAX_LISTED, ...(after && { after }) }));

export const ownersOf = (...given: Parameters<typeof ownerPages>): Promise<Owner[]> => collect(ownerPages(...given));

export const sessionPages = (
  store: Pick<StoreReader, 'listSessions'>,
  owner: Owner,
  query: Pick<SessionPage, 'seen'> = {},
): AsyncGenerator<SessionSummary[]> =>
  pagesOf<SessionSummary>((last) =>
    store.listSessions(owner, { ...query, limit: MAX_LISTED, ...(last && { after: last }) }),
  );

export const everySession = (...given: Parameters<typeof sessionPages>): Promise<SessionSummary[]> =>
  collect(sessionPages(...given));

export const stepPages = (store: Pick<PagedStore, 'progressSteps'>, owner: Owner): AsyncGenerator<TakenStep[]> =>
  pagesOf<TakenStep>((last) => store.progressSteps(owner, { limit: MAX_LISTED, ...(last && { after: last.number }) }));

export const everyStep = (...given: Parameters<typeof stepPages>): Promise<TakenStep[]> => collect(stepPages(...given));

/** Every version of each memory, from its first on, `limit` at a time. */
export const versionPages = (
  store: Pick<StoreReader, 'versionsOf'>,
  owner: Owner,
  memoryIds: readonly string[],
  limit = MAX_LISTED,
): AsyncGenerator<MemoryVersion[]> =>
  pagesOf<MemoryVersion>(
    (last) =>
      store.versionsOf(owner, memoryIds, {
        limit,
        ...(last && { after: { memoryId: last.memory.id, number: last.number } }),
      }),
    limit,
  );

export const histories = async (
  ...given: Parameters<typeof versionPages>
): Promise<ReadonlyMap<string, MemoryVersion[]>> =>
  Map.groupBy(await collect(versionPages(...given)), ({ memory }) => memory.id);

export const everyVersion = async (
  store: Pick<StoreReader, 'versionsOf'>,
  owner: Owner,
  memoryId: string,
): Promise<MemoryVersion[]> => (await histories(store, owner, [memoryId])).get(memoryId) ?? [];

/** The present version of a memory; undefined for an unknown one. */
export const presentVersion = async (
  store: Pick<StoreReader, 'versionsOf'>,
  owner: Owner,
  memoryId: string,
): Promise<MemoryVersion | undefined> => (await store.versionsOf(owner, [memoryId], { isPresent: true }))[0];

export const linksAt = (
  store: Pick<StoreReader, 'linksOf'>,
  owner: Owner,
  memoryIds: readonly string[],
): Promise<Link[]> =>
  collect(pagesOf<Link>((after) => store.linksOf(owner, memoryIds, { limit: MAX_LISTED, ...(after && { after }) })));

/** Every memory that passes the filter, oldest first, one page at a time. Memories may change between two pages. */
export async function* memoryPages(store: StoreReader, owner: Owner, filter: MemoryFilter): AsyncGenerator<Memory[]> {
  let limit = FIRST_PAGE;
  for (let after: Memory | undefined; ; ) {
    const page = await store.listMemories(owner, { filter, limit, ...(after && { after }) });
    if (page.length > 0) yield page;
    after = page.length < limit ? undefined : page.at(-1);
    if (after === undefined) return;
    limit = limitAfter(page, PAGE);
  }
}

export const everyMemory = (...given: Parameters<typeof memoryPages>): Promise<Memory[]> =>
  collect(memoryPages(...given));

/** Long texts are read few at a time, so that no page holds the event loop for long. */
function limitAfter(page: readonly Sized[], most: number): number {
  const characters = page.reduce((sum, each) => sum + charactersOf(each), 0);
  return Math.min(most, Math.max(1, Math.floor((PAGE_CHARS * page.length) / characters)));
}

type Sized = Pick<StoredEpisode, 'content' | 'metadata'>;

/** With its metadata, which may be as long as its text. */
export const charactersOf = ({ content, metadata }: Sized): number => content.length + JSON.stringify(metadata).length;

export async function* episodePages(
  store: StoreReader,
  owner: Owner,
  query: Pick<EpisodeQuery, 'afterPosition' | 'projectId' | 'withHidden'> & { readonly sessionId: string },
): AsyncGenerator<StoredEpisode[]> {
  let { afterPosition = 0 } = query;
  for (let limit = FIRST_PAGE; ; ) {
    const page = await store.listEpisodes(owner, { ...query, afterPosition, limit });
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < limit) return;
    afterPosition = last.position;
    limit = limitAfter(page, MAX_EPISODES);
  }
}

export const everyEpisode = (...given: Parameters<typeof episodePages>): Promise<StoredEpisode[]> =>
  collect(episodePages(...given));

export const entityPages = (store: Pick<StoreReader, 'listEntities'>, owner: Owner): AsyncGenerator<Entity[]> =>
  pagesOf<Entity>((last) => store.listEntities(owner, { limit: MAX_LISTED, ...(last && { after: last.id }) }));

export async function countPending(
  store: { pendingSessions(owner: Owner, query: PendingQuery): Promise<PendingSession[]> },
  owner: Owner,
  query: PendingQuery,
): Promise<number> {
  const pending = await store.pendingSessions(owner, query);
  return pending.reduce((sum, { from, through }) => sum + through - from, 0);
}
