import { Worker } from 'node:worker_threads';
import { SouvenirError } from '../errors.ts';
import { abortedError, closedError, throwIfAborted } from './embedding.ts';
import type { Sequence } from './forward.ts';

/** Sequences of tokens, each to become a vector. */
export type Job = readonly Sequence[];

interface RunOptions {
  /** Goes before everything that waits, except what is urgent too; after a few of them one of the others has its turn. */
  readonly urgent?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface Pool {
  /** The vectors of all jobs, in order. A job is taken from `jobs` only when a thread is free for it. */
  run(jobs: Iterable<Job>, options?: RunOptions): Promise<Float32Array[]>;
  close(): Promise<void>;
}

interface PoolOptions {
  readonly threads: number;
  /** Runs in each thread: answers every `Job` posted to it with a `Float32Array[]`. The model's own unless given. */
  readonly script?: URL;
  readonly workerData?: unknown;
}

/** Without a turn for the others, what is worked out in the background would wait for as long as enough are asking. */
const URGENT_IN_A_ROW = 3;

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);

interface Run {
  readonly urgent: boolean;
  readonly jobs: Iterator<Job>;
  readonly answers: Float32Array[][];
  inFlight: number;
  exhausted: boolean;
  resolve(vectors: Float32Array[]): void;
  reject(error: unknown): void;
}

export function createPool({ threads, script = WORKER, workerData }: PoolOptions): Pool {
  const idle: Worker[] = [];
  const workers = new Set<Worker>();
  const runs: Run[] = [];
  const busy = new Map<Worker, { readonly run: Run; readonly place: number }>();
  let urgentInARow = 0;
  let closed = false;

  function start(): Worker {
    // It writes nothing: piped to the process, a dozen threads would be a dozen listeners on its output, and a warning.
    const worker = new Worker(script, { workerData, execArgv: [], stdout: true, stderr: true });
    worker.unref();
    workers.add(worker);
    worker.on('message', (vectors: Float32Array[]) => answered(worker, vectors));
    worker.on('error', (cause) => lost(worker, cause));
    worker.on('exit', () => lost(worker));
    return worker;
  }

  function dispatch(): void {
    while (idle.length > 0 || workers.size < threads) {
      const next = take();
      if (!next) return;
      const worker = idle.pop() ?? start();
      busy.set(worker, { run: next.run, place: next.run.answers.push([]) - 1 });
      next.run.inFlight++;
      worker.ref();
      worker.postMessage(next.job);
    }
  }

  function take(): { readonly run: Run; readonly job: Job } | undefined {
    for (let run = next(); run; run = next()) {
      try {
        const { done, value } = run.jobs.next();
        if (!done) {
          urgentInARow = run.urgent ? urgentInARow + 1 : 0;
          return { run, job: value };
        }
        run.exhausted = true;
        remove(run);
        finish(run);
      } catch (error) {
        fail(run, error);
      }
    }
    return undefined;
  }

  function next(): Run | undefined {
    const other = urgentInARow < URGENT_IN_A_ROW ? undefined : runs.find(({ urgent }) => !urgent);
    return other ?? runs[0];
  }

  function finish(run: Run): void {
    if (run.exhausted && run.inFlight === 0) run.resolve(run.answers.flat());
  }

  function remove(run: Run): void {
    const at = runs.indexOf(run);
    if (at >= 0) runs.splice(at, 1);
  }

  function fail(run: Run, error: unknown): void {
    remove(run);
    run.reject(error);
  }

  function answered(worker: Worker, vectors: Float32Array[]): void {
    const job = busy.get(worker);
    busy.delete(worker);
    // While it is being ended it must keep the process alive, or whoever awaits the end waits for ever.
    if (!closed) worker.unref();
    idle.push(worker);
    if (job) {
      job.run.answers[job.place] = vectors;
      job.run.inFlight--;
      finish(job.run);
    }
    dispatch();
  }

  function lost(worker: Worker, cause?: unknown): void {
    if (!workers.delete(worker)) return;
    const at = idle.indexOf(worker);
    if (at >= 0) idle.splice(at, 1);
    const job = busy.get(worker);
    busy.delete(worker);
    if (job) {
      const advice = 'try again: the next call starts a new thread; if it ends too, look at `cause`';
      fail(job.run, new SouvenirError('embedderFailed', 'a thread of the model ended unexpectedly', { advice, cause }));
    }
    if (!closed) dispatch();
  }

  return {
    async run(jobs, { urgent = false, signal } = {}) {
      if (closed) throw closedError();
      throwIfAborted(signal);
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>();
      const iterator = jobs[Symbol.iterator]();
      const run: Run = { urgent, jobs: iterator, answers: [], inFlight: 0, exhausted: false, resolve, reject };
      const onAbort = () => signal && fail(run, abortedError(signal));
      signal?.addEventListener('abort', onAbort, { once: true });
      const place = urgent ? runs.findIndex((waiting) => !waiting.urgent) : -1;
      runs.splice(place < 0 ? runs.length : place, 0, run);
      dispatch();
      try {
        return await promise;
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },

    async close() {
      closed = true;
      for (const run of [...runs, ...[...busy.values()].map((job) => job.run)]) fail(run, closedError());
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
  };
}
