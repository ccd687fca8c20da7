import type { Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { Episode } from '../model/episode.ts';
import { type Owner, ownerKey, ownerOf } from '../model/scope.ts';
import type { Events } from '../telemetry/events.ts';

export interface BufferOptions {
  readonly size: number;
  readonly limit: number;
}

/** Collects episodes and writes them in batches, one transaction per owner. */
export class EpisodeBuffer {
  readonly #waiting = new Map<string, Episode>();
  #fresh = 0;
  #flushing: Promise<unknown> | undefined;
  /** Pending reads of the store that must not see a waiting episode. */
  readonly #storeChecks = new Set<Promise<unknown>>();
  readonly #refusals = new WeakMap<Episode, number>();
  readonly #unwritten = new WeakMap<Episode, unknown>();
  readonly #store: Store;
  readonly #events: Events;
  readonly #options: BufferOptions;

  constructor(store: Store, events: Events, options: BufferOptions) {
    this.#store = store;
    this.#events = events;
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#waiting.size >= this.#options.limit;
  }

  of(owner: Owner): Episode[] {
    const key = ownerKey(owner);
    return [...this.#waiting.values()].filter((episode) => ownerKey(episode) === key);
  }

  refuseFull(): void {
    if (!this.isFull) return;
    throw new SouvenirError('bufferFull', `${this.#waiting.size} episodes wait to be written, which is the limit`, {
      advice: 'await flush() now and then, or record many with recordAll()',
    });
  }

  has(episode: Episode): boolean {
    return this.#waiting.has(keyOf(episode));
  }

  /** Ignores an episode that already waits, as the store ignores a stored one. It is written after `storedCheck` settles. */
  add(episode: Episode, storedCheck?: Promise<unknown>): void {
    this.refuseFull();
    if (this.has(episode)) return;
    if (storedCheck !== undefined) {
      const settled: Promise<unknown> = storedCheck.catch(() => {}).then(() => this.#storeChecks.delete(settled));
      this.#storeChecks.add(settled);
    }
    this.#waiting.set(keyOf(episode), episode);
    this.#fresh++;
    if (this.#fresh < this.#options.size) return;
    this.#fresh = 0;
    // Deferred: a store that works in this thread would block the caller.
    setImmediate(() =>
      this.flush().catch((error) => this.#events.emit('flushFailed', { error, buffered: this.#waiting.size })),
    );
  }

  /**
   * Resolves when all episodes added before the call, or those of the owner, are durable. Failed ones wait for the next flush without
   * blocking others; repeatedly refused ones are set aside. With `orDrop`, only those count, and they do not wait for another flush:
   * the caller may add them again.
   */
  async flush(owner?: Owner, orDrop?: readonly Episode[]): Promise<void> {
    if (orDrop === undefined) return this.#flush(owner);
    const own = orDrop.map((episode) => this.#waiting.get(keyOf(episode)) ?? episode);
    const failure = await this.#flush(owner).catch((error: unknown) => ({ error }));
    for (const episode of own)
      if (failure !== undefined && this.#waiting.get(keyOf(episode)) === episode)
        this.#setAside(episode, failure.error);
    const lost = own.filter((episode) => this.#unwritten.has(episode));
    if (lost[0] === undefined || (await this.#areStored(lost))) return;
    throw this.#unwritten.get(lost[0]);
  }

  async #flush(owner: Owner | undefined): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing;
    if (this.#waiting.size === 0) return;
    const flushing = this.#writeWaiting();
    this.#flushing = flushing.finally(() => {
      this.#flushing = undefined;
    });
    const failures = await flushing;
    const failure = failures.find(({ key }) => owner === undefined || key === ownerKey(owner));
    if (failure !== undefined) throw failure.error;
  }

  async #writeWaiting(): Promise<Failure[]> {
    const failures: Failure[] = [];
    const waiting = [...this.#waiting.values()];
    await Promise.all(this.#storeChecks);
    const remaining = waiting.filter((episode) => this.has(episode));
    for (const [key, episodes] of Map.groupBy(remaining, ownerKey)) {
      const attempts = { left: MAX_FAILED_ATTEMPTS };
      const error = await this.#write(ownerOf(episodes[0] as Episode), episodes, attempts);
      if (error !== undefined) failures.push({ key, error });
    }
    return failures;
  }

  /** Writes episodes in one transaction; if the store refuses, in halves, so that only refused ones remain. */
  async #write(owner: Owner, episodes: readonly Episode[], attempts: { left: number }): Promise<unknown> {
    try {
      await this.#store.write(owner, { episodes });
    } catch (error) {
      attempts.left--;
      if (episodes.length === 1 && isAtFault(error)) this.#countRefusal(episodes[0] as Episode, error);
      if (episodes.length === 1 || attempts.left <= 0 || isOutOfReach(error)) return error ?? new Error('not written');
      const middle = Math.ceil(episodes.length / 2);
      const first = await this.#write(owner, episodes.slice(0, middle), attempts);
      return (await this.#write(owner, episodes.slice(middle), attempts)) ?? first;
    }
    this.#remove(episodes);
    this.#events.emit('episodesFlushed', { count: episodes.length });
    return undefined;
  }

  forget(isErased: (episode: Episode) => boolean): void {
    for (const [key, episode] of this.#waiting) if (isErased(episode)) this.#waiting.delete(key);
  }

  /** Sets an episode aside after repeated refusals, so that it does not block flush and close of its owner. */
  #countRefusal(episode: Episode, error: unknown): void {
    const times = (this.#refusals.get(episode) ?? 0) + 1;
    this.#refusals.set(episode, times);
    if (times < MAX_REFUSALS) return;
    this.#setAside(episode, error);
  }

  #setAside(episode: Episode, error: unknown): void {
    this.#remove([episode]);
    this.#unwritten.set(episode, error);
    this.#events.emit('episodeSetAside', { episode, error });
  }

  /** Whether the episodes were stored despite an error, whose answer may have been lost. */
  async #areStored(episodes: readonly Episode[]): Promise<boolean> {
    for (const episode of episodes) {
      const stored = await this.#store.getEpisodes(ownerOf(episode), [episode.id], true).catch(() => []);
      if (stored.length === 0) return false;
    }
    return true;
  }

  #remove(episodes: readonly Episode[]): void {
    // An episode recorded again meanwhile stays.
    for (const episode of episodes)
      if (this.#waiting.get(keyOf(episode)) === episode) this.#waiting.delete(keyOf(episode));
  }
}

const keyOf = (episode: Episode): string => `${episode.id} ${ownerKey(episode)}`;

interface Failure {
  readonly key: string;
  readonly error: unknown;
}

/** Failed writes per owner and flush: enough to isolate some bad episodes among thousands, few if the store fails. */
const MAX_FAILED_ATTEMPTS = 50;

const MAX_REFUSALS = 3;

/** Whether the episode itself is the cause; other errors may come from the store. */
const isAtFault = (error: unknown): boolean =>
  SouvenirError.is(error) && ['conflict', 'invalidInput'].includes(error.code);

const isOutOfReach = (error: unknown): boolean =>
  SouvenirError.is(error) &&
  ['closed', 'storeLocked', 'storeFull', 'storeUnwritable', 'storeGone'].includes(error.code);
