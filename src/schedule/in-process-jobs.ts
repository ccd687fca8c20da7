import type { Clock } from '../contracts/clock.ts';
import { type DeadJob, type Job, type JobRunner, type JobWork, MAX_ATTEMPTS } from '../contracts/jobs.ts';
import { SouvenirError } from '../errors.ts';
import { DAY_MS } from '../model/day.ts';
import { ownerKey } from '../model/scope.ts';

const MINUTE_MS = 60_000;
/** The interval of retries of failed jobs. */
const TICK_MS = MINUTE_MS / 4;

interface QueuedJob {
  readonly job: Job;
  readonly attempts: number;
  readonly until: number;
  readonly lastFailure?: Pick<DeadJob, 'failedAt' | 'reason'>;
}

const keyOf = ({ kind, owner }: Job): string => (owner === undefined ? kind : ownerKey(owner));

/** Jobs of this process alone. Jobs lost when it ends are found in the store by the next walk. */
export function inProcessJobs(clock: Clock): JobRunner {
  const jobs = new Map<string, QueuedJob>();
  /** Jobs that go before the upkeep of other owners. */
  const urgent = new Set<string>();
  const stopping = new AbortController();
  const now = () => clock.now().getTime();
  let work: JobWork | undefined;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;

  const firstDue = (keys: Iterable<string>): QueuedJob | undefined => {
    for (const key of keys) {
      const each = jobs.get(key);
      if (each !== undefined && each.until <= now()) return each;
    }
    return undefined;
  };
  const next = () => (stopping.signal.aborted ? undefined : (firstDue(urgent) ?? firstDue(jobs.keys())));

  const attempt = async ({ job, attempts }: QueuedJob): Promise<void> => {
    try {
      await work?.perform(job, stopping.signal);
      jobs.delete(keyOf(job));
      urgent.delete(keyOf(job));
    } catch (error) {
      if (stopping.signal.aborted) return;
      const until = now() + Math.min(DAY_MS, MINUTE_MS * 2 ** attempts);
      const lastFailure = { failedAt: clock.now(), reason: SouvenirError.is(error) ? error.code : 'internal' };
      jobs.set(keyOf(job), { job, attempts: attempts + 1, until, lastFailure });
      work?.failed(job, error, new Date(until));
    }
  };

  const begin = (): void => {
    if (work === undefined || working !== undefined || next() === undefined) return;
    const attemptAll = async () => {
      for (let due = next(); due !== undefined; due = next()) await attempt(due);
    };
    const ended = () => {
      working = undefined;
      begin();
    };
    working = Promise.resolve().then(attemptAll).then(ended, ended);
  };

  const isDead = ({ attempts }: QueuedJob): boolean => attempts >= MAX_ATTEMPTS;

  return {
    async send(job) {
      if (jobs.has(keyOf(job))) return false;
      jobs.set(keyOf(job), { job, attempts: 0, until: 0 });
      if (job.kind !== 'upkeep') urgent.add(keyOf(job));
      begin();
      return true;
    },
    async start(given) {
      work = given;
      timer = setInterval(begin, TICK_MS).unref();
      begin();
    },
    async settled() {
      while (working !== undefined) await working;
    },
    async stop() {
      clearInterval(timer);
      stopping.abort(new SouvenirError('closed', 'this memory is closed'));
      await working;
    },
    async dead() {
      return [...jobs.values()].flatMap((each) =>
        isDead(each) && each.lastFailure ? [{ ...each.job, ...each.lastFailure }] : [],
      );
    },
    async redrive(job) {
      const dead = jobs.get(keyOf(job));
      if (dead === undefined || !isDead(dead)) return;
      jobs.set(keyOf(job), { job: dead.job, attempts: 0, until: 0 });
      begin();
    },
  };
}
