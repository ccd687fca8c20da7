/** Milliseconds of work before it yields to the event loop. */
const SLICE_MS = 10;

let sliceStartedAt = performance.now();
let lastYield: Promise<unknown> = Promise.resolve();

/** Whether others have waited for a slice: to be asked before `breathe` where a piece of work is shorter than awaiting it. */
export const isYieldDue = (): boolean => performance.now() - sliceStartedAt >= SLICE_MS;

/** Lets timers, signals and other requests in, if they have waited for a slice: to be awaited between two pieces of work, as often as is convenient. */
export async function yieldToEventLoop(): Promise<void> {
  if (!isYieldDue()) return;
  // Waiting work resumes one at a time: several resumed in the same turn of the loop would block it for as many slices.
  lastYield = lastYield.then(() => new Promise(setImmediate));
  await lastYield;
  sliceStartedAt = performance.now();
}
