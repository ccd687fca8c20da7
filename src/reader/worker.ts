import { parentPort, workerData } from 'node:worker_threads';
import { checkedForward, type Kernels, type Sequence } from './forward.ts';
import type { ModelFile } from './model-file.ts';

const { kernels, model } = workerData as { readonly kernels: Kernels; readonly model: ModelFile };
const forward = checkedForward(kernels, model);

parentPort?.on('message', (sequences: readonly Sequence[]) => {
  const vectors = sequences.map(forward);
  parentPort?.postMessage(
    vectors,
    vectors.map((vector) => vector.buffer),
  );
});
