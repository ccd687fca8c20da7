import { SouvenirError } from '../errors.ts';
import { type Owner, ownerKey } from '../model/scope.ts';
import { untilAborted } from '../until-aborted.ts';

/** Runs work one at a time for each owner; waiting work ends when its signal aborts. */
export class OwnerQueue {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #stoppable = new Map<string, Set<AbortController>>();

  run<Result>(owner: Owner, signal: AbortSignal | undefined, work: () => Promise<Result>): Promise<Result> {
    const key = ownerKey(owner);
    const before = this.#last.get(key) ?? Promise.resolve();
    const run = untilAborted(before, signal).then(work);
    const last = Promise.allSettled([before, run]).then(() => {
      if (this.#last.get(key) === last) this.#last.delete(key);
    });
    this.#last.set(key, last);
    return run;
  }

  /** Runs work that `runFirst` stops, running or waiting. It begins again after that, unless it is `once`. */
  async runStoppable<Result>(
    owner: Owner,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
    { once = false } = {},
  ): Promise<Result> {
    for (;;) {
      const stop = new AbortController();
      const until = AbortSignal.any([signal, stop.signal]);
      const all = this.#stoppable.get(ownerKey(owner)) ?? new Set();
      this.#stoppable.set(ownerKey(owner), all.add(stop));
      try {
        return await this.run(owner, until, () => work(until));
      } catch (error) {
        if (once || !stop.signal.aborted || signal.aborted) throw error;
      } finally {
        all.delete(stop);
        if (all.size === 0) this.#stoppable.delete(ownerKey(owner));
      }
    }
  }

  /** Stops stoppable work and runs before it. */
  runFirst<Result>(owner: Owner, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const run = this.run(owner, signal, work);
    const reason = new SouvenirError('aborted', 'an erasure had priority', {
      advice: 'repeat the call for the remaining data',
    });
    for (const stop of this.#stoppable.get(ownerKey(owner)) ?? []) stop.abort(reason);
    return run;
  }

  async settled(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}

/** At most `limit` items at once. If one rejects, the others still finish before its error is thrown. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: PromiseSettledResult<Result>[] = [];
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < items.length; at = next++)
      results[at] = (await Promise.allSettled([work(items[at] as Item)]))[0];
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
