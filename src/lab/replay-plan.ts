import { inRuns, SAME_RUN_MS } from '../contracts/consolidation-runs.ts';
import { everyEpisode, type ProgressStep, type SessionSummary, type Store } from '../contracts/store.ts';
import type { StoredEpisode } from '../model/episode.ts';
import { timeOfId } from '../model/id.ts';
import type { Degradation } from '../model/report.ts';
import type { Owner } from '../model/scope.ts';
import { isYieldDue, yieldToEventLoop } from '../yield-to-event-loop.ts';

/** One consolidation: the sessions that ended just before it, and its steps in order. */
export interface ReplayRun {
  readonly at: Date;
  readonly steps: readonly ProgressStep[];
  readonly ended: readonly SessionEnd[];
}

/** Whether a session recorded, by one moment, an episode that occurred after another. */
type HasLaterEpisodes = (sessionId: string, after: Date, by: Date) => boolean;

/** The consolidations of a store, derived from its steps and the ends of its sessions. */
export function runsOf(
  steps: readonly ProgressStep[],
  sessions: readonly SessionSummary[],
  hasLaterEpisodes: HasLaterEpisodes,
): ReplayRun[] {
  const runs: ReplayRun[] = inRuns(steps).map((own) => ({ at: own.at(-1)?.at as Date, steps: own, ended: [] }));
  const { called, idle } = endsOf(sessions);
  for (const end of called) insertEnd(runs, end);
  for (const end of idle) insertIdleEnd(runs, end, hasLaterEpisodes);
  return runs;
}

interface SessionEnd {
  readonly sessionId: string;
  readonly at: Date;
}

/** An idle session ended when another began; any other end was a call. */
function endsOf(sessions: readonly SessionSummary[]): { called: readonly SessionEnd[]; idle: readonly SessionEnd[] } {
  const starts = new Set(sessions.flatMap(({ firstAt }) => firstAt?.getTime() ?? []));
  const ends = sessions
    .flatMap(({ sessionId, endedAt }) => (endedAt === undefined ? [] : [{ sessionId, at: endedAt }]))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  return {
    called: ends.filter(({ at }) => !starts.has(at.getTime())),
    idle: ends.filter(({ at }) => starts.has(at.getTime())),
  };
}

/** The next consolidation ends idle sessions itself. If the session had gone on by then, one without steps must have ended it. */
function insertIdleEnd(runs: ReplayRun[], { sessionId, at }: SessionEnd, hasLaterEpisodes: HasLaterEpisodes): void {
  const next = runs.findIndex((run) => run.at >= at);
  const run = runs[next];
  if (run === undefined || hasLaterEpisodes(sessionId, at, run.at))
    runs.splice(next < 0 ? runs.length : next, 0, { at, steps: [], ended: [] });
}

/** A called end consolidates its session alone, without steps if nothing was pending. */
function insertEnd(runs: ReplayRun[], end: SessionEnd): void {
  const moment = end.at.getTime();
  const next = runs.findIndex(({ at }) => at.getTime() >= moment);
  const run = runs[next];
  const first = run?.steps.findIndex(({ at }) => at.getTime() >= moment) ?? -1;
  const after = run?.steps.slice(first) ?? [];
  const others = after.findIndex(({ sessionId }) => sessionId !== end.sessionId);
  const own = others < 0 ? after : after.slice(0, others);
  const isNear = own[0] !== undefined && own[0].at.getTime() - moment <= SAME_RUN_MS;
  if (run === undefined || first < 0 || !isNear) {
    runs.splice(next < 0 ? runs.length : next, 0, { at: end.at, steps: [], ended: [end] });
    return;
  }
  const before = run.steps.slice(0, first);
  const rest = after.slice(own.length);
  runs.splice(
    next,
    1,
    ...(before.length > 0 ? [{ ...run, at: before.at(-1)?.at as Date, steps: before }] : []),
    { at: own.at(-1)?.at as Date, steps: own, ended: [end] },
    ...(rest.length > 0 ? [{ at: run.at, steps: rest, ended: [] }] : []),
  );
}

/** A component's steps in a consolidation; for a component that the store never knew, every position of the others. */
export function stepsFor(component: string, run: ReplayRun, isKnown: boolean): { step: ProgressStep; order: number }[] {
  const steps = run.steps.map((step, order) => ({ step, order }));
  if (isKnown) return steps.filter(({ step }) => step.component === component);
  const stepsByPosition = new Map<string, { step: ProgressStep; order: number }>();
  for (const each of steps) {
    const key = JSON.stringify([each.step.sessionId, each.step.through]);
    if (!stepsByPosition.has(key)) stepsByPosition.set(key, each);
  }
  return [...stepsByPosition.values()];
}

/** Steps that the store did not keep; their episodes join the batch of the next step. */
export function missingSteps(steps: readonly ProgressStep[]): Degradation[] {
  const reached = new Map<string, number>();
  return steps.flatMap(({ component, sessionId, from, through }) => {
    const key = JSON.stringify([component, sessionId]);
    const before = reached.get(key) ?? 0;
    reached.set(key, through);
    const reason = `how it went from ${before} to ${from} in session ${JSON.stringify(sessionId)} is not known`;
    return from === before ? [] : [{ part: component, reason }];
  });
}

const PAGE = 500;

/** Copies episodes as time goes on, with their ids, times and positions. */
export class EpisodeCopy {
  readonly #sessions: ReadonlyMap<string, readonly StoredEpisode[]>;
  readonly #copied = new Map<string, number>();
  readonly #recordedAt: (episode: StoredEpisode) => number;

  private constructor(sessions: ReadonlyMap<string, readonly StoredEpisode[]>, times: ReadonlyMap<string, number>) {
    this.#sessions = sessions;
    this.#recordedAt = ({ id, occurredAt }) => times.get(id) ?? occurredAt.getTime();
  }

  static async of(
    sessions: ReadonlyMap<string, readonly StoredEpisode[]>,
    steps: readonly ProgressStep[],
  ): Promise<EpisodeCopy> {
    return new EpisodeCopy(sessions, await timesOf(sessions, steps));
  }

  hasLaterEpisodes(sessionId: string, after: Date, by: Date): boolean {
    const episodes = this.#sessions.get(sessionId) ?? [];
    return episodes.some((episode) => episode.occurredAt > after && this.#recordedAt(episode) <= by.getTime());
  }

  /** Copies the episodes recorded by then, and the ones that these steps consolidated. */
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
      await to.write(owner, {
        episodes: due.slice(from, from + PAGE).map(({ position: _, hiddenBy: __, ...episode }) => episode),
      });
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
  for (const sessionId of sessionIds) sessions.set(sessionId, await everyEpisode(store, owner, { sessionId }));
  return sessions;
}

/** The steps with their positions adjusted for erased and hidden episodes. */
export function stepsOver(
  sessions: ReadonlyMap<string, readonly StoredEpisode[]>,
  steps: readonly ProgressStep[],
): ProgressStep[] {
  return steps.map((step) => {
    const episodes = sessions.get(step.sessionId) ?? [];
    return { ...step, from: positionIn(step.from, episodes), through: positionIn(step.through, episodes) };
  });
}

function positionIn(reached: number, episodes: readonly StoredEpisode[]): number {
  let [low, high] = [0, episodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((episodes[middle]?.position ?? 0) <= reached) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** When episodes were recorded, by the times in their ids; empty if one is later than its consolidation. */
async function timesOf(
  sessions: ReadonlyMap<string, readonly StoredEpisode[]>,
  steps: readonly ProgressStep[],
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  for (const episodes of sessions.values())
    for (const { id } of episodes) {
      if (isYieldDue()) await yieldToEventLoop();
      const time = timeOfId(id);
      if (time !== undefined) times.set(id, time);
    }
  for (const { sessionId, from, through, at } of steps) {
    if (isYieldDue()) await yieldToEventLoop();
    const consolidated = sessions.get(sessionId)?.slice(from, through) ?? [];
    if (consolidated.some(({ id }) => (times.get(id) ?? 0) > at.getTime())) return new Map();
  }
  return times;
}
