import { Worker } from 'node:worker_threads';
import { SouvenirError } from '../errors.ts';
import type { Lane } from './pool.ts';

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);

interface WorkerLaneOptions {
  /** Answers every `Job` posted to it with a `Float32Array[]`. Defaults to the WASM kernel. */
  readonly script?: URL;
  readonly workerData?: unknown;
}

/** A thread that runs jobs. It keeps the process alive only while it works. */
export function workerLane({ script = WORKER, workerData }: WorkerLaneOptions): Lane {
  // Piped output would add a listener per thread to the process, and a warning from a dozen on.
  const worker = new Worker(script, { workerData, execArgv: [], stdout: true, stderr: true });
  worker.unref();
  let isUsable = true;
  let running: PromiseWithResolvers<Float32Array[]> | undefined;
  const lost = (cause?: unknown) => {
    isUsable = false;
    const advice = 'try again: the next call starts a new thread; if it ends too, look at `cause`';
    running?.reject(new SouvenirError('embedderFailed', 'a thread of the model ended unexpectedly', { advice, cause }));
  };
  worker.on('message', (vectors: Float32Array[]) => running?.resolve(vectors));
  worker.on('error', lost);
  worker.on('exit', () => lost());
  return {
    async run(job) {
      running = Promise.withResolvers();
      worker.ref();
      worker.postMessage(job);
      try {
        return await running.promise;
      } finally {
        running = undefined;
        if (isUsable) worker.unref();
      }
    },
    isUsable: () => isUsable,
    close() {
      isUsable = false;
      // `terminate` never resolves if the process ends before the thread.
      worker.ref();
      return worker.terminate();
    },
  };
}
