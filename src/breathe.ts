/** How long work may hold the event loop before it lets others in. */
const SLICE_MS = 10;

let since = performance.now();

/** Lets timers, signals and other requests in, if they have waited for a slice: to be awaited between two pieces of work, as often as is convenient. */
export async function breathe(): Promise<void> {
  if (performance.now() - since < SLICE_MS) return;
  await new Promise(setImmediate);
  since = performance.now();
}
