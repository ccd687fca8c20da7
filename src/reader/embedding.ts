import { SouvenirError } from '../errors.ts';

export const abortedError = (signal: AbortSignal): SouvenirError =>
  new SouvenirError('aborted', 'embedding was aborted', { cause: signal.reason });

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal);
}

export const closedError = (): SouvenirError =>
  new SouvenirError('closed', 'the model is closed', { advice: 'make a new one' });

/** A costly resource, loaded on first use, again only after a failure, and never after `close`. */
export function loadedOnce<Loaded>(load: () => Promise<Loaded>, unload: (loaded: Loaded) => Promise<unknown>) {
  let closed = false;
  let loading: Promise<Loaded> | undefined;
  return {
    async get(): Promise<Loaded> {
      if (closed) throw closedError();
      loading ??= load();
      try {
        return await loading;
      } catch (error) {
        loading = undefined;
        throw error;
      }
    },
    /** Idempotent. */
    async close(): Promise<void> {
      closed = true;
      const ending = loading;
      loading = undefined;
      await ending?.then(unload, () => {});
    },
  };
}

export function unitLength(values: ArrayLike<number>): Float32Array | undefined {
  const vector = Float64Array.from(values);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length > 0 && Number.isFinite(length) ? Float32Array.from(vector, (value) => value / length) : undefined;
}
