import { parentPort, workerData } from 'node:worker_threads';
import { checkedForward, type Forward, type Kernels, type Sequence } from './forward.ts';
import type { ModelFile } from './model-file.ts';

const { kernels, model } = workerData as { readonly kernels: Kernels; readonly model: ModelFile };
const forwards = new Map<string | undefined, Forward>();

function forwardFor(layers: string | undefined): Forward {
  const forward = forwards.get(layers) ?? checkedForward(kernels, model, layers);
  forwards.set(layers, forward);
  return forward;
}

parentPort?.on('message', (sequences: readonly Sequence[]) => {
  const vectors = sequences.map((sequence) => forwardFor(sequence.layers)(sequence));
  parentPort?.postMessage(
    vectors,
    vectors.map((vector) => vector.buffer),
  );
});
