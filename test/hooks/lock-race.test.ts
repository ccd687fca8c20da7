import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

const [ROUND, READY, DONE, TAKEN] = [0, 1, 2, 3];
const [RACERS, ROUNDS] = [3, 400];

it('A lock that its process left behind goes to one of several that take it over at the same moment', {
  tags: ['long'],
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-lock-'));
  const shared = new SharedArrayBuffer(16);
  const state = new Int32Array(shared);
  const workers = Array.from(
    { length: RACERS },
    () => new Worker(new URL('./lock-racer.ts', import.meta.url), { workerData: { folder, shared } }),
  );
  try {
    let takenTwice = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      writeFileSync(join(folder, 'lock'), '1');
      utimesSync(join(folder, 'lock'), round, round);
      while (Atomics.load(state, READY) < RACERS * round) await setImmediate();
      Atomics.store(state, TAKEN, 0);
      Atomics.store(state, ROUND, round);
      while (Atomics.load(state, DONE) < RACERS * round) await setImmediate();
      if (Atomics.load(state, TAKEN) > 1) takenTwice += 1;
      rmSync(join(folder, 'lock'), { force: true });
    }
    expect(takenTwice).toBe(0);
  } finally {
    Atomics.store(state, ROUND, -1);
    await Promise.all(workers.map((worker) => worker.terminate()));
    rmSync(folder, { recursive: true, force: true });
  }
});
