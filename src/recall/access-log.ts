import type { Clock } from '../contracts/clock.ts';
import type { Store } from '../contracts/store.ts';
import { type Owner, ownerKey } from '../model/scope.ts';
import type { Events } from '../telemetry/events.ts';

const BATCH_MS = 250;

/** Writes the accesses of recalled memories in batches, after the recall has returned. */
export class AccessLog {
  readonly #store: Store;
  readonly #events: Events;
  readonly #clock: Clock;
  readonly #waiting = new Map<string, { owner: Owner; memoryIds: string[] }>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(store: Store, events: Events, clock: Clock) {
    this.#store = store;
    this.#events = events;
    this.#clock = clock;
  }

  add(owner: Owner, memoryIds: readonly string[]): void {
    if (memoryIds.length === 0) return;
    const key = ownerKey(owner);
    const waiting = this.#waiting.get(key) ?? { owner, memoryIds: [] };
    this.#waiting.set(key, waiting);
    waiting.memoryIds.push(...memoryIds);
    this.#timer ??= setTimeout(() => this.settle().catch(this.#failed), BATCH_MS).unref();
  }

  /** Resolves when every access added is written, or its failure was emitted. */
  async settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#writing = this.#writing.then(() => this.#write(batch));
    await this.#writing;
  }

  readonly #failed = (error: unknown): void => this.#events.emit('accessesFailed', { error });

  async #write(batch: readonly { owner: Owner; memoryIds: string[] }[]): Promise<void> {
    for (const { owner, memoryIds } of batch)
      await this.#store.write(owner, { accesses: { memoryIds, at: this.#clock.now() } }).catch(this.#failed);
  }
}
