/** How long work may hold the event loop before it lets others in. */
const SLICE_MS = 10;

let since = performance.now();
let last: Promise<unknown> = Promise.resolve();

/** Whether others have waited for a slice: to be asked before `breathe` where a piece of work is shorter than awaiting it. */
export const othersWait = (): boolean => performance.now() - since >= SLICE_MS;

/** Lets timers, signals and other requests in, if they have waited for a slice: to be awaited between two pieces of work, as often as is convenient. */
export async function breathe(): Promise<void> {
  if (!othersWait()) return;
  // One after another: several that went on in the same turn of the loop would together hold it for as many slices.
  last = last.then(() => new Promise(setImmediate));
  await last;
  since = performance.now();
}
