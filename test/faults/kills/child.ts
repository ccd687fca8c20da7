// Run as a process of its own. Loads everything, says `ready`, waits for a line of JSON that says what to do, and tells what is acknowledged.
// At a moment of its work it asks a thread to end the process, which does so after a while: anywhere, also inside SQLite.
import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Souvenir, Store } from '../../../src/index.ts';
import { sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts';
import { OPERATIONS, openMemory } from './operations.ts';

export type Order = z.input<typeof orderSchema>;
const orderSchema = z.object({
  operation: z.string(),
  path: z.string(),
  /** Just before or after how many calls of the store; none if there is no end. */
  moment: z.int().optional(),
  delayMs: z.number().default(0),
});

const say = (line: unknown) => writeSync(1, `${JSON.stringify(line)}\n`);
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

const warm = await openMemory(sqliteStore({ path: ':memory:' }));
await warm.close();
// A process that is killed leaves no cache of what it compiled to the next.
flushCompileCache();
say('ready');

for await (const line of createInterface({ input: process.stdin })) {
  const { operation, path, moment, delayMs } = orderSchema.parse(JSON.parse(line));
  let passed = 0;
  const pass = () => {
    if (passed++ !== moment) return;
    new Float64Array(bell, 8, 1)[0] = delayMs;
    Atomics.store(new Int32Array(bell, 0, 1), 0, 1);
    Atomics.notify(new Int32Array(bell, 0, 1), 0);
  };
  const began = performance.now();
  let memory: Souvenir | undefined;
  pass();
  const open = async () => {
    memory = await openMemory(watched(sqliteStore({ path }), pass));
    return memory;
  };
  await OPERATIONS[operation]?.work(open, (acknowledged) => say({ acknowledged }));
  await memory?.close();
  say({ moments: passed, tookMs: performance.now() - began });
}
await killer.terminate();

/** The same store, which tells of every moment just before and just after a call. */
function watched(store: Store, pass: () => void): Store {
  const calls = Object.entries(store).map(([name, value]) => [
    name,
    typeof value !== 'function'
      ? value
      : async (...given: unknown[]) => {
          pass();
          const result = await value(...given);
          pass();
          return result;
        },
  ]);
  return Object.fromEntries(calls) as Store;
}
