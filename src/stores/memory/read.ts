import type {
  EpisodeQuery,
  Happenings,
  HappeningsQuery,
  MemoryPage,
  PendingQuery,
  PendingSession,
  SessionPage,
  SessionSummary,
  StoreStats,
} from '../../contracts/store.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { type Entity, foldName } from '../../model/graph.ts';
import type { Memory } from '../../model/memory.ts';
import { isWithin } from '../../model/scope.ts';
import type { MemoryVersion } from '../../model/version.ts';
import { NO_STATS } from '../store-rules.ts';
import { type OwnerData, progressKey, type SessionData } from './owner-data.ts';
import { sessionsInPage } from './pages.ts';
import { isFindableIn, matchesFilter } from './search.ts';
import { copyForCaller, memoriesAt, memoryAt, versionsIn } from './versions.ts';

/** Copies, in the order of `ids`: callers cannot change stored data. */
export function pick<Item>(items: ReadonlyMap<string, Item>, ids: readonly string[]): Item[] {
  return ids.flatMap((id) => items.get(id) ?? []).map((item) => structuredClone(item));
}

export function matchEntities({ entities, aliases }: OwnerData, names: readonly string[]): Entity[] {
  const wanted = names.map(foldName).flatMap((name) => [name, aliases.get(name) ?? name]);
  return pick(entities, [...new Set(wanted)].sort());
}

export const getMemories = (data: OwnerData, ids: readonly string[], asOf?: Date): Memory[] =>
  ids.flatMap((id) => memoryAt(data, id, asOf) ?? []).map((memory) => copyForCaller(data, memory));

export const getEpisodes = (data: OwnerData, ids: readonly string[], withHidden = false): StoredEpisode[] =>
  visibleEpisodes(data, pick(data.episodes, ids), withHidden);

const visibleEpisodes = ({ hidden }: OwnerData, episodes: StoredEpisode[], withHidden: boolean): StoredEpisode[] =>
  episodes.flatMap((episode) => {
    const hiddenBy = hidden.get(episode.id) ?? 0;
    if (hiddenBy === 0) return [episode];
    return withHidden ? [{ ...episode, hiddenBy }] : [];
  });

export function listEpisodes(data: OwnerData, query: EpisodeQuery): StoredEpisode[] {
  const { sessionId, afterPosition = 0, beforePosition, projectId, since, until, limit, withHidden = false } = query;
  const isInScope = (episode: StoredEpisode) =>
    (since === undefined || episode.occurredAt >= since) &&
    (until === undefined || episode.occurredAt <= until) &&
    isWithin({ projectId })(episode);
  const count = Math.max(0, limit);
  if (sessionId !== undefined) {
    const { episodes } = data.sessions.get(sessionId) ?? { episodes: [] };
    const isInRange = ({ position }: StoredEpisode) =>
      beforePosition === undefined ? position > afterPosition : position < beforePosition;
    const matches = visibleEpisodes(
      data,
      episodes.filter((episode) => isInRange(episode) && isInScope(episode)),
      withHidden,
    );
    return structuredClone(
      beforePosition === undefined ? matches.slice(0, count) : matches.slice(Math.max(0, matches.length - count)),
    );
  }
  const byTime = visibleEpisodes(data, [...data.episodes.values()].filter(isInScope), withHidden).sort(
    (a, b) => a.occurredAt.getTime() - b.occurredAt.getTime(),
  );
  return structuredClone(byTime.slice(Math.max(0, byTime.length - count)));
}

type Aged = Pick<Memory, 'id' | 'createdAt'>;

const byAge = (a: Aged, b: Aged) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);

export function listMemories(data: OwnerData, { filter, after, limit }: MemoryPage): Memory[] {
  const isFindable = filter.statuses?.includes('forgotten') === false ? isFindableIn(data) : () => true;
  return memoriesAt(data, filter.asOf)
    .filter(isFindable)
    .filter(
      (memory) => (!after || (memory.id !== after.id && byAge(after, memory) < 0)) && matchesFilter(memory, filter),
    )
    .sort(byAge)
    .slice(0, Math.max(0, limit))
    .map((memory) => copyForCaller(data, memory));
}

export function unembedded(data: OwnerData, embedderId: string): Memory[] {
  return [...data.memories.values()].filter(
    ({ id, status }) => status !== 'forgotten' && data.vectors.get(id)?.embedderId !== embedderId,
  );
}

export const oldestFirst = (memories: Memory[]): Memory[] => memories.sort(byAge);

export function listSessions(data: OwnerData, page: SessionPage): SessionSummary[] {
  const { seen, sessionId: only } = page;
  const withSeenEpisodes = ({ episodes, ...session }: SessionData): SessionData =>
    seen === undefined
      ? { episodes, ...session }
      : { ...session, episodes: visibleEpisodes(data, episodes, false).filter(isWithin(seen)) };
  const all = [...data.sessions]
    .filter(([id]) => only === undefined || id === only)
    .map(([id, session]) => [id, withSeenEpisodes(session)] as const)
    .filter(([, { episodes }]) => seen === undefined || episodes.length > 0)
    .map(([sessionId, { episodes, endedAt }]) => ({
      sessionId,
      episodes: episodes.length,
      ...(episodes.length > 0 && { firstAt: new Date(firstMoment(episodes)), lastAt: new Date(lastMoment(episodes)) }),
      ...(endedAt !== undefined && { endedAt }),
    }));
  return sessionsInPage(all, page);
}

export function pendingSessions(data: OwnerData, { component, until, sessionId }: PendingQuery): PendingSession[] {
  return [...data.sessions]
    .filter(([id, { episodes }]) => episodes.length > 0 && (sessionId === undefined || id === sessionId))
    .map(([id, { episodes, reached }]) => ({ id, episodes, reached, firstAt: firstMoment(episodes) }))
    .sort((a, b) => a.firstAt - b.firstAt)
    .flatMap(({ id, episodes, reached }) => {
      const from = data.progress.get(progressKey(component, id)) ?? 0;
      const later = episodes.find(({ occurredAt }) => until !== undefined && occurredAt > until);
      const through = later === undefined ? reached : later.position - 1;
      return through > from ? [{ sessionId: id, from, through }] : [];
    });
}

export function countHappenings(data: OwnerData, { spans, projectId }: HappeningsQuery): Happenings[] {
  const isInProject = isWithin({ projectId });
  const memories = [...data.memories.values()].filter((memory) => memory.status !== 'forgotten' && isInProject(memory));
  const replaced = memories.flatMap((memory) => versionsIn(data, memory).filter(isReplaced));
  const moments = {
    episodes: visibleEpisodes(data, [...data.episodes.values()], false)
      .filter(isInProject)
      .map(({ occurredAt }) => occurredAt),
    memoriesCreated: memories.map(({ createdAt }) => createdAt),
    memoriesReplaced: replaced.map(({ since }) => since),
  };
  return spans.map(({ from, to }) => {
    const countWithin = (at: readonly Date[]) => at.filter((moment) => moment >= from && moment < to).length;
    return {
      episodes: countWithin(moments.episodes),
      memoriesCreated: countWithin(moments.memoriesCreated),
      memoriesReplaced: countWithin(moments.memoriesReplaced),
    };
  });
}

const isReplaced = ({ cause }: MemoryVersion): boolean => cause.kind === 'superseded' || cause.kind === 'corrected';

const firstMoment = (episodes: readonly StoredEpisode[]) =>
  episodes.reduce((first, { occurredAt }) => Math.min(first, occurredAt.getTime()), Number.POSITIVE_INFINITY);

const lastMoment = (episodes: readonly StoredEpisode[]) =>
  episodes.reduce((last, { occurredAt }) => Math.max(last, occurredAt.getTime()), Number.NEGATIVE_INFINITY);

export function storeStats(data: OwnerData): StoreStats {
  const memories = { ...NO_STATS.memories };
  const components: Record<string, number> = {};
  for (const { status, component } of data.memories.values()) {
    memories[status] += 1;
    components[component] = (components[component] ?? 0) + 1;
  }
  return {
    episodes: data.episodes.size,
    sessions: [...data.sessions.values()].filter(({ episodes }) => episodes.length > 0).length,
    memories,
    components,
    entities: data.entities.size,
    relationships: data.relationships.size,
    links: data.links.size,
  };
}
