import { setTimeout as sleep } from 'node:timers/promises';
import type { SouvenirError } from '../errors.ts';
import type { Endpoint } from './connection.ts';
import { aborted, notJson, refused, unanswered } from './failures.ts';
import { retryDelay } from './retry-delay.ts';

type Outcome =
  | { readonly text: string }
  | { readonly failure: SouvenirError; readonly isTransient: boolean; readonly retryAfter: string | null };

/** Retries failures that may pass. Rejects with a `SouvenirError` with the protocol's code, or `aborted` as soon as the signal aborts. */
export async function postJson(endpoint: Endpoint, body: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return parseJson(endpoint, await post(endpoint, JSON.stringify(body), signal));
  } catch (cause) {
    throw signal?.aborted ? aborted(endpoint, signal) : cause;
  }
}

async function post(endpoint: Endpoint, body: string, signal: AbortSignal | undefined): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await ask(endpoint, body, signal);
    if ('text' in outcome) return outcome.text;
    if (!outcome.isTransient || attempt > endpoint.retries) throw outcome.failure;
    await sleep(retryDelay(attempt, outcome.retryAfter), undefined, signal ? { signal } : {});
  }
}

async function ask(endpoint: Endpoint, body: string, signal: AbortSignal | undefined): Promise<Outcome> {
  const { url, headers, protocol, fetch } = endpoint;
  const timeout = AbortSignal.timeout(endpoint.timeoutMs);
  let response: Response | undefined;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      // A redirect would send the key and the text to an address that nobody configured.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const text = await response.text();
    if (response.ok) return { text };
    return {
      failure: refused(endpoint, response.status, text),
      isTransient: response.status === 429 || (response.status >= 500 && response.status !== 501),
      retryAfter: response.headers.get('retry-after'),
    };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    const reason = timeout.aborted ? 'late' : response ? 'brokenOff' : 'unreachable';
    return { failure: unanswered(endpoint, reason, cause), isTransient: protocol.retriesUnanswered, retryAfter: null };
  }
}

function parseJson(endpoint: Endpoint, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJson(endpoint, text, cause);
  }
}
