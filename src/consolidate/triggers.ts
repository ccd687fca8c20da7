import type { Owner } from '../model/scope.ts';

export interface TriggerRules {
  readonly everyMs?: number | undefined;
  readonly afterEpisodes?: number | undefined;
  readonly afterIdleMs?: number | undefined;
}

/** `isIdle`: nothing goes on, so even what is young may be consolidated. */
export type Consolidate = (owner: Owner, isIdle: boolean) => void;

/** Starts consolidations by itself: on a schedule, after so many episodes, or when nothing is recorded any more. */
export class Triggers {
  readonly #consolidate: Consolidate;
  readonly #waiting = new Map<string, { episodes: number; idle?: NodeJS.Timeout }>();
  readonly #schedules: NodeJS.Timeout[] = [];

  constructor(consolidate: Consolidate) {
    this.#consolidate = consolidate;
  }

  schedule(everyMs: number, everyOwner: () => void): void {
    this.#schedules.push(setInterval(everyOwner, everyMs).unref());
  }

  recorded(owner: Owner, { afterEpisodes = Infinity, afterIdleMs }: TriggerRules): void {
    if (afterEpisodes === Infinity && afterIdleMs === undefined) return;
    const key = JSON.stringify([owner.tenantId, owner.userId, owner.agentId]);
    const waiting = this.#waiting.get(key) ?? { episodes: 0 };
    this.#waiting.set(key, waiting);
    waiting.episodes += 1;
    clearTimeout(waiting.idle);
    if (waiting.episodes >= afterEpisodes) {
      waiting.episodes = 0;
      this.#consolidate(owner, false);
    }
    if (afterIdleMs !== undefined)
      waiting.idle = setTimeout(() => {
        this.#waiting.delete(key);
        this.#consolidate(owner, true);
      }, afterIdleMs).unref();
  }

  stop(): void {
    for (const schedule of this.#schedules) clearInterval(schedule);
    for (const { idle } of this.#waiting.values()) clearTimeout(idle);
    this.#waiting.clear();
  }
}
