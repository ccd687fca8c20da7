import { reasonOf, SouvenirError } from '../errors.ts';

type Method = (...given: readonly unknown[]) => unknown;

/** Wraps an object so that its methods fail with a `SouvenirError` for every error of the caller's own store, model, policy or function. */
export function typedErrors<Surface extends object>(surface: Surface): Surface {
  const typed: Record<string, unknown> = {};
  for (const name of Object.keys(surface)) {
    const { get, value } = Object.getOwnPropertyDescriptor(surface, name) as PropertyDescriptor;
    // Assigned rather than defined, which is six times as fast: a server wraps an object for each request.
    if (get === undefined) typed[name] = typeof value === 'function' ? typedMethod(value) : value;
    else
      Object.defineProperty(typed, name, {
        ...{ enumerable: true, configurable: true },
        get: () => typedErrors(get.call(surface)),
      });
  }
  return typed as Surface;
}

const typedMethod =
  (method: Method): Method =>
  (...given) => {
    const failed = (error: unknown): never => {
      throw SouvenirError.is(error) ? error : typedError(error, signalIn(given));
    };
    try {
      const result = method(...given);
      if (result instanceof Promise) return result.catch(failed);
      return isStream(result) ? typedStream(result, failed) : result;
    } catch (error) {
      return failed(error);
    }
  };

const isStream = (result: unknown): result is AsyncGenerator =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result && 'throw' in result;

async function* typedStream(stream: AsyncGenerator, failed: (error: unknown) => never): AsyncGenerator {
  try {
    yield* stream;
  } catch (error) {
    failed(error);
  }
}

export function typedError(error: unknown, signal?: AbortSignal): SouvenirError {
  if (SouvenirError.is(error)) return error;
  const isAborted = signal?.aborted === true && error === signal.reason;
  return isAborted
    ? new SouvenirError('aborted', `aborted: ${reasonOf(error)}`, { cause: error })
    : new SouvenirError('partFailed', `a part of this memory failed: ${reasonOf(error)}`, {
        advice: 'look at the cause: it comes from a store, model, component, policy or function of your own',
        cause: error,
      });
}

function signalIn(given: readonly unknown[]): AbortSignal | undefined {
  try {
    const signals = given.map((each) => (each as { readonly signal?: unknown } | null | undefined)?.signal);
    return signals.find((each) => each instanceof AbortSignal);
  } catch {
    // A getter of the caller's object may throw.
    return undefined;
  }
}
