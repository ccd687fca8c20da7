import type { Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { Episode } from '../model/episode.ts';
import { type Owner, ownerKey, ownerOf } from '../model/scope.ts';
import type { Events } from '../telemetry/events.ts';

export interface BufferOptions {
  /** How many episodes start a flush by themselves. */
  readonly size: number;
  /** How many may wait while the store does not take them. */
  readonly limit: number;
}

/** Holds episodes until they are written, in batches of one transaction per owner. */
export class EpisodeBuffer {
  #waiting: Episode[] = [];
  /** Added since the last flush was begun or planned. */
  #fresh = 0;
  #flushing: Promise<void> | undefined;
  readonly #store: Store;
  readonly #events: Events;
  readonly #options: BufferOptions;

  constructor(store: Store, events: Events, options: BufferOptions) {
    this.#store = store;
    this.#events = events;
    this.#options = options;
  }

  add(episode: Episode): void {
    if (this.#waiting.length >= this.#options.limit)
      throw new SouvenirError(
        'bufferFull',
        `${this.#waiting.length} episodes wait to be written and no more are taken`,
        {
          advice: 'await flush() to see why the store does not take them',
        },
      );
    this.#waiting.push(episode);
    this.#events.emit('episodeRecorded', { episode });
    this.#fresh++;
    if (this.#fresh < this.#options.size) return;
    this.#fresh = 0;
    // Not in this call: a store that works in this thread would make its caller wait.
    setImmediate(() =>
      this.flush().catch((error) => this.#events.emit('flushFailed', { error, buffered: this.#waiting.length })),
    );
  }

  /** Resolves when everything added before the call is durable. What could not be written stays for the next flush. */
  async flush(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing.catch(() => {});
    if (this.#waiting.length === 0) return;
    this.#flushing = this.#writeWaiting().finally(() => {
      this.#flushing = undefined;
    });
    await this.#flushing;
  }

  async #writeWaiting(): Promise<void> {
    for (const [owner, episodes] of byOwner(this.#waiting)) {
      await this.#store.write(owner, { episodes });
      const written = new Set(episodes);
      this.#waiting = this.#waiting.filter((episode) => !written.has(episode));
      this.#events.emit('episodesFlushed', { count: episodes.length });
    }
  }
}

function byOwner(episodes: readonly Episode[]): [Owner, Episode[]][] {
  const groups = Map.groupBy(episodes, (episode) => ownerKey(episode));
  return [...groups.values()].map((group) => [ownerOf(group[0] as Episode), group]);
}
