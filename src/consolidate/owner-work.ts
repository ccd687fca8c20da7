import type { Owner } from '../model/scope.ts';
import { OwnerQueue } from './queue.ts';

type Work<Result> = (signal: AbortSignal) => Promise<Result>;

/** Queues the work of each owner: what reads before it writes, long work that an erasure stops, and the embedding of memories. */
export class OwnerWork {
  readonly #consolidating = new OwnerQueue();
  readonly #revising = new OwnerQueue();
  readonly #embedding = new OwnerQueue();
  readonly #closing: AbortSignal;

  /** Work that runs or waits ends when the signal aborts. */
  constructor(closing: AbortSignal) {
    this.#closing = closing;
  }

  /** Serializes work that reads before it writes. */
  inTurn<Result>(owner: Owner, work: Work<Result>, signal?: AbortSignal): Promise<Result> {
    const until = this.#untilClosing(signal);
    return this.#revising.run(owner, until, () => work(until));
  }

  /** Like `inTurn`, but closing does not end it: a memory that closes still updates profiles. An erasure stops it. */
  inTurnWhileClosing<Result>(owner: Owner, work: Work<Result>): Promise<Result> {
    return this.#revising.runStoppable(owner, new AbortController().signal, work);
  }

  /** Long work, one at a time, during which single memories may change. An erasure stops it, and it starts again afterwards. */
  runStoppable<Result>(owner: Owner, work: Work<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#consolidating.runStoppable(owner, this.#untilClosing(signal), work);
  }

  embedding<Result>(owner: Owner, work: Work<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#embedding.runStoppable(owner, this.#untilClosing(signal), work);
  }

  /** Runs alone among the work of the owner, except the embedding of memories. */
  runExclusively<Result>(owner: Owner, work: Work<Result>, signal?: AbortSignal): Promise<Result> {
    const until = this.#untilClosing(signal);
    return this.#consolidating.run(owner, until, () => this.inTurn(owner, work, until));
  }

  /** Like `runExclusively`, but an erasure ends it: begun again, it would write what was erased. */
  runUntilErasure<Result>(owner: Owner, work: Work<Result>): Promise<Result> {
    const inTurn = (until: AbortSignal) => this.inTurn(owner, work, until);
    return this.#consolidating.runStoppable(owner, this.#closing, inTurn, { once: true });
  }

  /** Runs alone among the work of the owner, and precedes stoppable work. */
  runFirst<Result>(owner: Owner, work: () => Promise<Result>): Promise<Result> {
    const runAhead = (queue: OwnerQueue, next: () => Promise<Result>) => queue.runFirst(owner, this.#closing, next);
    return runAhead(this.#consolidating, () => runAhead(this.#embedding, () => runAhead(this.#revising, work)));
  }

  async settled(): Promise<void> {
    await Promise.all([this.#consolidating.settled(), this.#revising.settled()]);
  }

  #untilClosing(signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? this.#closing : AbortSignal.any([this.#closing, signal]);
  }
}
