import { workerData } from 'node:worker_threads';
import { takeLock } from '../../src/hooks/background-lock.ts';

const { folder, shared } = workerData as { readonly folder: string; readonly shared: SharedArrayBuffer };
/** The round that has begun, the racers that are ready for it, those that are done, and the locks that were taken. */
const [ROUND, READY, DONE, TAKEN] = [0, 1, 2, 3];
const state = new Int32Array(shared);

for (let round = 1; ; round += 1) {
  Atomics.add(state, READY, 1);
  while (Atomics.load(state, ROUND) < round) if (Atomics.load(state, ROUND) < 0) process.exit(0);
  if (takeLock(folder) !== undefined) Atomics.add(state, TAKEN, 1);
  Atomics.add(state, DONE, 1);
}
