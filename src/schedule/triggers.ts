import { type Owner, ownerKey } from '../model/scope.ts';

export interface TriggerRules {
  readonly afterEpisodes?: number | undefined;
  readonly afterIdleMs?: number | undefined;
}

interface TriggerActions {
  /** `isIdle`: nothing is being recorded, so even young episodes may be consolidated. */
  consolidate(owner: Owner, isIdle: boolean): Promise<unknown>;
  /** Called with the errors of triggered consolidations, which no caller awaits. */
  failed(owner: Owner, error: unknown): void;
}

/** Starts consolidations on a schedule, after so many episodes, or when recording pauses. */
export class Triggers {
  readonly #actions: TriggerActions;
  readonly #waiting = new Map<string, { episodes: number; idle?: NodeJS.Timeout }>();
  readonly #schedules: NodeJS.Timeout[] = [];
  readonly #started = new Set<string>();

  constructor(actions: TriggerActions) {
    this.#actions = actions;
  }

  /** `everyOwner` lists the owners to consolidate; its failure is reported for the owner `of`. */
  schedule(everyMs: number, of: Owner, everyOwner: () => Promise<readonly Owner[]>): void {
    const start = async () => {
      for (const owner of await everyOwner()) this.#start(owner, false);
    };
    const tick = () => void start().catch((error) => this.#actions.failed(of, error));
    this.#schedules.push(setInterval(tick, everyMs).unref());
  }

  recorded(owner: Owner, { afterEpisodes = Infinity, afterIdleMs }: TriggerRules): void {
    if (afterEpisodes === Infinity && afterIdleMs === undefined) return;
    const key = ownerKey(owner);
    const waiting = this.#waiting.get(key) ?? { episodes: 0 };
    this.#waiting.set(key, waiting);
    waiting.episodes += 1;
    clearTimeout(waiting.idle);
    if (waiting.episodes >= afterEpisodes) {
      waiting.episodes = 0;
      this.#start(owner, false);
    }
    if (afterIdleMs !== undefined)
      waiting.idle = setTimeout(() => {
        this.#waiting.delete(key);
        this.#start(owner, true);
      }, afterIdleMs).unref();
  }

  stop(): void {
    for (const schedule of this.#schedules) clearInterval(schedule);
    for (const { idle } of this.#waiting.values()) clearTimeout(idle);
    this.#waiting.clear();
  }

  #start(owner: Owner, isIdle: boolean): void {
    const key = `${ownerKey(owner)} ${isIdle}`;
    if (this.#started.has(key)) return;
    this.#started.add(key);
    this.#actions
      .consolidate(owner, isIdle)
      .catch((error) => this.#actions.failed(owner, error))
      .finally(() => this.#started.delete(key));
  }
}
