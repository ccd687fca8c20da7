import { type Owner, ownerKey } from '../model/scope.ts';
import { untilAborted } from '../until-aborted.ts';

/** One thing at a time for each owner; what waits stops waiting when its own signal says so. */
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

  /** Resolves when nothing is at work or waiting. */
  async settled(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}
