import type { Owner } from '../model/scope.ts';

/**
 * Work that nobody waits for. Of an owner, `consolidate` takes up what was recorded and `upkeep` does all that is due. Of nobody, `walk` looks
 * which owners are due and `retain` erases what is too old.
 */
export interface Job {
  readonly kind: 'consolidate' | 'upkeep' | 'walk' | 'retain';
  readonly owner?: Owner;
}

/** A job that failed again and again. It waits for hours, a day at most, unless it is driven again before. */
export interface DeadJob extends Job {
  readonly failedAt: Date;
  /** A code: no text of what failed. */
  readonly reason: string;
}

/** How many times in a row a job fails before it is dead; each time it waits about twice as long. */
export const MAX_ATTEMPTS = 10;

export interface JobWork {
  /** Rejects with the signal's reason soon after that aborts; the job is then handed back. */
  perform(job: Job, signal: AbortSignal): Promise<void>;
  failed(job: Job, error: unknown, retryAt: Date): void;
}

/** Where work waits until it is done, in this process or in another: of an owner one job at a time, which fails, waits and is tried again. */
export interface JobRunner {
  /** Whether it was taken: not where one of the same owner waits or is being done. */
  send(job: Job): Promise<boolean>;
  /** Does jobs here, one after another, until it is stopped. */
  start(work: JobWork): Promise<void>;
  /** Resolves when nothing is being done here. */
  settled(): Promise<void>;
  /** What is being done here is finished soon or handed back. Nothing can be sent afterwards. */
  stop(): Promise<void>;
  dead(): Promise<readonly DeadJob[]>;
  /** Does a dead job again now. */
  redrive(job: Job): Promise<void>;
  /** Removes every job of an owner, dead ones too, where they outlast the process. */
  erase?(owner: Owner): Promise<void>;
}
