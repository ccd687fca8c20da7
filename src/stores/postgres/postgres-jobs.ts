import type { JobResult, PgBoss, JobWithMetadata as Taken } from 'pg-boss';
import { type DeadJob, type Job, type JobRunner, type JobWork, MAX_ATTEMPTS } from '../../contracts/jobs.ts';
import { SouvenirError } from '../../errors.ts';
import { keyOf as ownerKeyOf } from './connection.ts';
import { openBoss } from './open-boss.ts';
import { checkedOptions, type PostgresStoreOptions } from './options.ts';
import { DATABASE, translateError } from './translate-error.ts';

const QUEUE = 'jobs';
const DEAD = 'dead';
const DAY_S = 86_400;
/** A job without a heartbeat goes to another worker. */
const HEARTBEAT_S = 10;
const RETRY_S = 5;
/** A job that is asked to stop may run this much longer before it is handed back. */
const GRACE_MS = 5000;

/** Jobs without an owner run once in an interval, although every process sends them. */
const SEND_OPTIONS = {
  consolidate: { priority: 1 },
  upkeep: {},
  walk: { priority: 1, singletonSeconds: DAY_S / 24 },
  retain: { singletonSeconds: DAY_S, deleteAfterSeconds: DAY_S },
} as const;

const keyOf = ({ kind, owner }: Job): string => (owner === undefined ? kind : ownerKeyOf(owner).owner);

/**
 * Jobs in a PostgreSQL database, through the package pg-boss: any number of processes send and run them, and another process takes over the job of
 * a killed one. Its tables, in a schema of their own, name owners and contain no memories.
 * @example const jobs = postgresJobs({ url: 'postgres://localhost/memory' });
 */
export function postgresJobs(options: PostgresStoreOptions): JobRunner {
  const settings = checkedOptions(options, 'postgresJobs');
  const stopping = new AbortController();
  let opening: ReturnType<typeof openQueues> | undefined;
  let isStopped = false;
  let performing: Promise<JobResult> | undefined;

  async function use<Result>(action: (boss: PgBoss) => Promise<Result>): Promise<Result> {
    if (isStopped) throw new SouvenirError('closed', 'these jobs are stopped');
    opening ??= openQueues(settings).catch((error) => {
      opening = undefined;
      throw error;
    });
    try {
      return await action((await opening).boss);
    } catch (error) {
      throw translateError(error, DATABASE);
    }
  }

  async function attempt(boss: PgBoss, work: JobWork, taken: Taken<Job>): Promise<JobResult> {
    const { id, data: job, retryCount } = taken;
    const signal = AbortSignal.any([stopping.signal, taken.signal]);
    try {
      await work.perform(job, signal);
      const dead = await idsIn(boss, DEAD, job);
      if (dead.length > 0) await boss.deleteJob(DEAD, dead);
      return { id, status: 'completed' };
    } catch (error) {
      const wait = retryCount + 1 < MAX_ATTEMPTS ? RETRY_S * 2 ** retryCount : DAY_S;
      if (!signal.aborted) work.failed(job, error, new Date(Date.now() + wait * 1000));
      // The message of an error may contain text of a memory.
      return { id, status: 'failed', output: { reason: SouvenirError.is(error) ? error.code : 'internal' } };
    }
  }

  const idsIn = async (boss: PgBoss, queue: string, job: Job): Promise<string[]> =>
    (await boss.findJobs(queue, { key: keyOf(job) })).map(({ id }) => id);

  return {
    send: (job) =>
      use(async (boss) => {
        const id = await boss.send(QUEUE, { ...job }, { singletonKey: keyOf(job), ...SEND_OPTIONS[job.kind] });
        return id !== null;
      }),
    start: (work) =>
      use(async (boss) => {
        const worker: string = await boss.work<Job, JobResult[], { includeMetadata: true; perJobResults: true }>(
          QUEUE,
          { includeMetadata: true, perJobResults: true },
          async ([taken]) => {
            if (taken === undefined) return [];
            performing = Promise.resolve().then(() => attempt(boss, work, taken));
            const result = await performing;
            performing = undefined;
            boss.notifyWorker(worker);
            return [result];
          },
        );
      }),
    async settled() {
      await performing;
    },
    async stop() {
      isStopped = true;
      const open = await opening?.catch(() => undefined);
      if (open === undefined) return;
      const grace = setTimeout(() => stopping.abort(new SouvenirError('closed', 'these jobs are stopped')), GRACE_MS);
      await open.boss.offWork(QUEUE, { wait: true });
      clearTimeout(grace);
      await open.end();
    },
    dead: () =>
      use(async (boss) => {
        const latest = new Map<string, DeadJob>();
        const deadJobs = await boss.findJobs<Job>(DEAD);
        deadJobs.sort((one, other) => one.createdOn.getTime() - other.createdOn.getTime());
        for (const { data, createdOn, sourceOutput } of deadJobs) {
          const reason = (sourceOutput as { reason?: string } | null)?.reason ?? 'aborted';
          latest.set(keyOf(data), { ...data, failedAt: createdOn, reason });
        }
        return [...latest.values()];
      }),
    redrive: (job) =>
      use(async (boss) => {
        const ids = await idsIn(boss, DEAD, job);
        if (ids.length > 0) await boss.redrive(DEAD, { ids });
      }),
    erase: (owner) =>
      use(async (boss) => {
        for (const queue of [QUEUE, DEAD]) {
          const ids = await idsIn(boss, queue, { kind: 'upkeep', owner });
          if (ids.length > 0) await boss.deleteJob(queue, ids);
        }
      }),
  };
}

async function openQueues(settings: ReturnType<typeof checkedOptions>) {
  const open = await openBoss(settings);
  try {
    await open.boss.createQueue(DEAD);
    await open.boss.createQueue(QUEUE, {
      // At most one job of a key waits, runs or is to be retried.
      ...{ policy: 'exclusive', deadLetter: DEAD, heartbeatSeconds: HEARTBEAT_S, expireInSeconds: DAY_S / 2 },
      ...{ retryLimit: MAX_ATTEMPTS - 1, retryDelay: RETRY_S, retryBackoff: true, deleteAfterSeconds: DAY_S / 24 },
    });
    return open;
  } catch (error) {
    await open.end();
    throw error;
  }
}
