// Run as a process of its own: loads everything, says `ready`, and opens the file that a line names. Where the line has a delay, a thread ends the process so many milliseconds after opening began.
//   node opener.ts, then on stdin: {"path": "…", "delayMs": 12.5}
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts';

const bell = new SharedArrayBuffer(16);
const killer = new Worker(
  `const { workerData } = require('node:worker_threads');
   const [rung, never] = [new Int32Array(workerData, 0, 1), new Int32Array(new SharedArrayBuffer(4))];
   Atomics.wait(rung, 0, 0);
   Atomics.wait(never, 0, 0, new Float64Array(workerData, 8, 1)[0]);
   process.kill(process.pid, 'SIGKILL');`,
  { eval: true, workerData: bell },
);
await new Promise((resolve) => killer.once('online', resolve));
const warm = sqliteStore({ path: ':memory:' });
await warm.open();
await warm.close();
writeSync(1, 'ready\n');

for await (const line of createInterface({ input: process.stdin })) {
  const { path, delayMs } = JSON.parse(line) as { path: string; delayMs?: number };
  const store = sqliteStore({ path });
  const began = performance.now();
  if (delayMs !== undefined) {
    new Float64Array(bell, 8, 1)[0] = delayMs;
    Atomics.store(new Int32Array(bell, 0, 1), 0, 1);
    Atomics.notify(new Int32Array(bell, 0, 1), 0);
  }
  await store.open();
  const tookMs = performance.now() - began;
  await store.close();
  writeSync(1, `${tookMs}\n`);
}
await killer.terminate();
