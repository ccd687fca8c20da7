import type { Owner } from '../model/scope.ts';

/**
 * Background work. `consolidate` and `upkeep` concern one owner: the first reads recorded episodes, the second does all upkeep that is
 * due. `walk` looks for owners that are due; `retain` erases data past its retention.
 */
export interface Job {
  readonly kind: 'consolidate' | 'upkeep' | 'walk' | 'retain';
  readonly owner?: Owner;
}

/** A job that failed `MAX_ATTEMPTS` times. It waits for hours, a day at most, unless it is redriven. */
export interface DeadJob extends Job {
  readonly failedAt: Date;
  /** An error code, without text of the failure. */
  readonly reason: string;
}

/** Failures in a row until a job is dead; the wait about doubles with each. */
export const MAX_ATTEMPTS = 10;

export interface JobWork {
  /** Rejects with the signal's reason soon after it aborts; the job then goes back to the queue. */
  perform(job: Job, signal: AbortSignal): Promise<void>;
  failed(job: Job, error: unknown, retryAt: Date): void;
}

/** A queue of jobs, in this process or another. It runs one job per owner at a time, and tries a failed one again later. */
export interface JobRunner {
  /** Resolves to false if a job of the same owner waits or runs. */
  send(job: Job): Promise<boolean>;
  /** Runs jobs in this process, one after another, until `stop`. */
  start(work: JobWork): Promise<void>;
  /** Resolves once no job runs in this process. */
  settled(): Promise<void>;
  /** Finishes running jobs soon or puts them back. `send` fails afterwards. */
  stop(): Promise<void>;
  dead(): Promise<readonly DeadJob[]>;
  redrive(job: Job): Promise<void>;
  /** Removes every job of an owner, also dead ones; for queues that outlast the process. */
  erase?(owner: Owner): Promise<void>;
}
