import { type Owner, ownerKey } from '../model/scope.ts';
import { untilAborted } from '../until-aborted.ts';

/** Runs work one at a time for each owner; waiting work ends when its signal aborts. */
export class OwnerQueue {
  readonly #last = new Map<string, Promise<unknown>>();

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

  /** Resolves when nothing is running or waiting. */
  async settled(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}

/** Works on all items, at most `limit` at once. If one rejects, the others still finish before its error is thrown. */
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
