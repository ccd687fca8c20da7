import { untilAborted } from '../until-aborted.ts';

/** Limits concurrent work, first come first served: if all ran together, the first would end as late as the last. */
export class Gate {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(maxConcurrent: number) {
    this.#free = maxConcurrent;
  }

  get countWaiting(): number {
    return this.#waiting.size;
  }

  /** A waiting call leaves the queue when the signal aborts. */
  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await this.#waitTurn(signal);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  async #waitTurn(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    try {
      await untilAborted(promise, signal);
    } catch (error) {
      // Its turn may have come at the same moment.
      if (!this.#waiting.delete(resolve)) this.#next();
      throw error;
    }
  }

  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#free++;
      return;
    }
    this.#waiting.delete(first);
    first();
  }
}
