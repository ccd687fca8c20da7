import { parentPort, workerData } from 'node:worker_threads';
import type { Matrix, ModelFile } from './model-file.ts';
import type { Job } from './pool.ts';
import { type Forward, wasmForward } from './wasm-kernel.ts';

export interface WorkerData {
  readonly kernel: WebAssembly.Module;
  readonly model: ModelFile;
  /** Token vectors, in memory that all workers share. */
  readonly tokens: Matrix;
}

const { kernel, model, tokens } = workerData as WorkerData;
const forwards = new Map<string | undefined, Forward>();

function forwardFor(differences: string | undefined): Forward {
  const forward = forwards.get(differences) ?? wasmForward(kernel, model, differences, tokens);
  forwards.set(differences, forward);
  return forward;
}

parentPort?.on('message', ({ sequences, differences }: Job) => {
  const vectors = sequences.map(forwardFor(differences));
  parentPort?.postMessage(
    vectors,
    vectors.map((vector) => vector.buffer),
  );
});
