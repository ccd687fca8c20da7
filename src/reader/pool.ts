import { abortedError, closedError, throwIfAborted } from './embedding.ts';
import type { Sequence } from './wasm-kernel.ts';

export interface Job {
  readonly sequences: readonly Sequence[];
  /** Name of the differences that are added to the model's layers. */
  readonly differences?: string | undefined;
  /** Whether a kernel may be less exact to be faster: the cosine to the exact vector is about 0.999. */
  readonly isCoarse?: boolean | undefined;
}

export interface Lane {
  run(job: Job): Promise<Float32Array[]>;
  /** Whether it can run another job after one that failed. */
  isUsable(): boolean;
  close(): Promise<unknown>;
}

interface RunOptions {
  /** The run goes before all but urgent ones; after a few urgent jobs another run has its turn. */
  readonly urgent?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface Pool {
  /** The vectors of all jobs, in order. The pool takes a job from `jobs` only when a lane is free for it. */
  run(jobs: Iterable<Job>, options?: RunOptions): Promise<Float32Array[]>;
  close(): Promise<void>;
}

interface PoolOptions {
  readonly lanes: number;
  readonly openLane: () => Lane;
}

/** Without a turn among urgent jobs, background work would wait as long as queries arrive. */
const URGENT_IN_A_ROW = 3;

interface Run {
  readonly urgent: boolean;
  readonly jobs: Iterator<Job>;
  readonly answers: Float32Array[][];
  inFlight: number;
  exhausted: boolean;
  resolve(vectors: Float32Array[]): void;
  reject(error: unknown): void;
}

export function createPool({ lanes, openLane }: PoolOptions): Pool {
  const idle: Lane[] = [];
  const open = new Set<Lane>();
  const runs: Run[] = [];
  const busy = new Set<Run>();
  let urgentInARow = 0;
  let closed = false;

  function dispatch(): void {
    while (!closed && (idle.length > 0 || open.size < lanes)) {
      const next = take();
      if (!next) return;
      work(next.run, next.job).catch((error) => fail(next.run, error));
    }
  }

  async function work(run: Run, job: Job): Promise<void> {
    const position = run.answers.push([]) - 1;
    run.inFlight++;
    busy.add(run);
    let lane: Lane | undefined;
    try {
      lane = freeLane();
      open.add(lane);
      run.answers[position] = await lane.run(job);
    } catch (error) {
      fail(run, error);
    }
    run.inFlight--;
    if (run.inFlight === 0) busy.delete(run);
    if (lane?.isUsable()) idle.push(lane);
    else if (lane !== undefined) open.delete(lane);
    finish(run);
    dispatch();
  }

  /** A lane lost while idle no longer answers. */
  function freeLane(): Lane {
    for (let lane = idle.pop(); lane !== undefined; lane = idle.pop()) {
      if (lane.isUsable()) return lane;
      open.delete(lane);
    }
    return openLane();
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

  return {
    async run(jobs, { urgent = false, signal } = {}) {
      if (closed) throw closedError();
      throwIfAborted(signal);
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>();
      const iterator = jobs[Symbol.iterator]();
      const run: Run = { urgent, jobs: iterator, answers: [], inFlight: 0, exhausted: false, resolve, reject };
      const onAbort = () => signal && fail(run, abortedError(signal));
      signal?.addEventListener('abort', onAbort, { once: true });
      const position = urgent ? runs.findIndex((waiting) => !waiting.urgent) : -1;
      runs.splice(position < 0 ? runs.length : position, 0, run);
      dispatch();
      try {
        return await promise;
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },

    async close() {
      closed = true;
      for (const run of [...runs, ...busy]) fail(run, closedError());
      await Promise.all([...open].map((lane) => lane.close()));
    },
  };
}
