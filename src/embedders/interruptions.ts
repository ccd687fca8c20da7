import { SouvenirError } from '../errors.ts';

export const abortedError = (signal: AbortSignal): SouvenirError =>
  new SouvenirError('aborted', 'embedding was aborted', { cause: signal.reason });

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal);
}

export const closedError = (): SouvenirError =>
  new SouvenirError('closed', 'the embedder is closed', { advice: 'make a new one' });
