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
  /** By owner and id. */
  readonly #waiting = new Map<string, Episode>();
  /** Added since the last flush was begun or planned. */
  #fresh = 0;
  #flushing: Promise<unknown> | undefined;
  /** What is asked of the store as it is without an episode that waits. */
  readonly #storeChecks = new Set<Promise<unknown>>();
  readonly #refusals = new WeakMap<Episode, number>();
  /** Why those that were given up were not written. */
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

  /** Those of an owner that are not written yet, oldest first. */
  of(owner: Owner): Episode[] {
    const key = ownerKey(owner);
    return [...this.#waiting.values()].filter((episode) => ownerKey(episode) === key);
  }

  refuseFull(): void {
    if (!this.isFull) return;
    throw new SouvenirError('bufferFull', `${this.#waiting.size} episodes wait to be written and no more are taken`, {
      advice: 'await flush() now and then, or record many with recordAll()',
    });
  }

  has(episode: Episode): boolean {
    return this.#waiting.has(keyOf(episode));
  }

  /** One that waits already is left out, as the store leaves out one that it holds. It is written once `asked` is settled. */
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
    // Not in this call: a store that works in this thread would make its caller wait.
    setImmediate(() =>
      this.flush().catch((error) => this.#events.emit('flushFailed', { error, buffered: this.#waiting.size })),
    );
  }

  /**
   * Resolves when everything added before the call is durable; with an owner, everything of that owner. What could not be
   * written stays for the next flush, and keeps nothing of others from being written; what is refused again and again is set aside.
   * With `orDrop`, those alone count, and stay for no other flush: whoever learns that they are not written may add them again.
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

  /** Writes episodes in one transaction or, where the store refuses that, in halves: only the refused ones stay. */
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

  /** Drops what was never written of these. */
  forget(isErased: (episode: Episode) => boolean): void {
    for (const [key, episode] of this.#waiting) if (isErased(episode)) this.#waiting.delete(key);
  }

  /** What the store takes from nobody does not keep its owner from flushing and closing for ever. */
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

  /** Whether a store that failed has them all the same: its answer may have been lost. */
  async #areStored(episodes: readonly Episode[]): Promise<boolean> {
    for (const episode of episodes) {
      const stored = await this.#store.getEpisodes(ownerOf(episode), [episode.id], true).catch(() => []);
      if (stored.length === 0) return false;
    }
    return true;
  }

  #remove(episodes: readonly Episode[]): void {
    // Forgotten and recorded again meanwhile, it waits anew.
    for (const episode of episodes)
      if (this.#waiting.get(keyOf(episode)) === episode) this.#waiting.delete(keyOf(episode));
  }
}

const keyOf = (episode: Episode): string => `${episode.id} ${ownerKey(episode)}`;

interface Failure {
  readonly key: string;
  readonly error: unknown;
}

/** Of one owner's episodes in one flush: enough to find some bad ones among thousands, few for a store that takes nothing. */
const MAX_FAILED_ATTEMPTS = 50;

/** After so many flushes an episode that the store refuses by itself is given up. */
const MAX_REFUSALS = 3;

/** The episode itself is why it is refused: a store that is down may say anything else. */
const isAtFault = (error: unknown): boolean =>
  SouvenirError.is(error) && ['conflict', 'invalidInput'].includes(error.code);

/** The store takes nothing now, whatever it is given. */
const isOutOfReach = (error: unknown): boolean =>
  SouvenirError.is(error) &&
  ['closed', 'storeLocked', 'storeFull', 'storeUnwritable', 'storeGone'].includes(error.code);
