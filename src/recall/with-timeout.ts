import { SouvenirError } from '../errors.ts';
import { untilAborted } from '../until-aborted.ts';

/** Longer than any working embedder takes. */
const TIMEOUT_MS = 60_000;

/** Limits a call of the embedder, because a recall that waits for it blocks others. */
export async function withTimeout<Result>(
  ask: (signal: AbortSignal) => Promise<Result>,
  callerSignal?: AbortSignal,
): Promise<Result> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new SouvenirError('embedderFailed', `the embedder gave no answer within ${TIMEOUT_MS / 1000} s`)),
    TIMEOUT_MS,
  );
  const signal = callerSignal === undefined ? late.signal : AbortSignal.any([late.signal, callerSignal]);
  try {
    return await untilAborted(ask(signal), signal);
  } finally {
    clearTimeout(timer);
  }
}
