import type { ProgressStep, Store } from '../contracts/store.ts';
import type { StoredEpisode } from '../model/episode.ts';
import { timeOfId } from '../model/id.ts';
import type { Owner } from '../model/scope.ts';

const PAGE = 500;

/** Brings the episodes of one memory into another as time goes on: with their ids and times, and in the order that makes their positions. */
export class EpisodeCopy {
  readonly #sessions: ReadonlyMap<string, readonly StoredEpisode[]>;
  readonly #copied = new Map<string, number>();
  readonly #recordedAt: (episode: StoredEpisode) => number;

  constructor(sessions: ReadonlyMap<string, readonly StoredEpisode[]>, steps: readonly ProgressStep[]) {
    this.#sessions = sessions;
    this.#recordedAt = clockOf(sessions, steps);
  }

  /** Whether a session was told of something that occurred after one moment, by another. */
  wentOn(sessionId: string, after: Date, by: Date): boolean {
    const episodes = this.#sessions.get(sessionId) ?? [];
    return episodes.some((episode) => episode.occurredAt > after && this.#recordedAt(episode) <= by.getTime());
  }

  /** Everything that had been recorded by then, and what these steps took in. */
  async copyUntil(at: Date, steps: readonly ProgressStep[], to: Store, owner: Owner): Promise<void> {
    const reached = new Map<string, number>();
    for (const { sessionId, through } of steps) reached.set(sessionId, Math.max(through, reached.get(sessionId) ?? 0));
    const due = [...this.#sessions].flatMap(([sessionId, episodes]) => {
      const known = episodes.findLastIndex((episode) => this.#recordedAt(episode) <= at.getTime()) + 1;
      const until = Math.max(known, reached.get(sessionId) ?? 0);
      const from = this.#copied.get(sessionId) ?? 0;
      this.#copied.set(sessionId, Math.max(from, until));
      return episodes.slice(from, until);
    });
    for (let from = 0; from < due.length; from += PAGE)
      await to.write(owner, { episodes: due.slice(from, from + PAGE).map(({ position: _, ...episode }) => episode) });
  }

  copyRest(to: Store, owner: Owner): Promise<void> {
    return this.copyUntil(new Date(8.64e15), [], to, owner);
  }
}

export async function episodesOf(
  store: Store,
  owner: Owner,
  sessionIds: readonly string[],
): Promise<Map<string, StoredEpisode[]>> {
  const sessions = new Map<string, StoredEpisode[]>();
  for (const sessionId of sessionIds) {
    const episodes: StoredEpisode[] = [];
    for (let page: StoredEpisode[]; ; ) {
      page = await store.listEpisodes(owner, { sessionId, afterPosition: episodes.length, limit: PAGE });
      episodes.push(...page);
      if (page.length < PAGE) break;
    }
    sessions.set(sessionId, episodes);
  }
  return sessions;
}

/** An id tells when it was given. Where one is none of ours, or tells of a time after a step that took the episode in, its turn's own time is believed. */
function clockOf(
  sessions: ReadonlyMap<string, readonly StoredEpisode[]>,
  steps: readonly ProgressStep[],
): (episode: StoredEpisode) => number {
  const isBelied = steps.some(({ sessionId, from, through, at }) =>
    sessions
      .get(sessionId)
      ?.slice(from, through)
      .some((episode) => (timeOfId(episode.id) ?? 0) > at.getTime()),
  );
  return (episode) => (isBelied ? undefined : timeOfId(episode.id)) ?? episode.occurredAt.getTime();
}
