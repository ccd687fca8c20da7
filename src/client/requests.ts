import { retryDelay } from '../http/retry-delay.ts';
import type { OperationProgress } from '../operations/operation.ts';
import { untilAborted } from '../until-aborted.ts';
import { errorOf, isProblem, ServedError } from './served-error.ts';
import { linesOf, type ServerSentEvent, serverSentEvents } from './streams.ts';

export interface ClientOptions {
  /** The base URL of the server, such as http://127.0.0.1:4600. */
  readonly url: string;
  /** An API key; a server on this machine may need none. */
  readonly key?: string | undefined;
  /** How often a request is retried after a transient failure, with the same idempotency key; 2 unless given. */
  readonly retries?: number;
  /** How long the server may be silent, in milliseconds; 60,000 unless given. */
  readonly timeoutMs?: number;
  /** A replacement of `fetch`, for proxies, private certificates and tests. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface ClientRequest {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** The body to post; a GET without it. */
  readonly body?: string;
  readonly accept: 'application/json' | 'text/event-stream' | 'application/x-ndjson';
  readonly signals: readonly AbortSignal[];
  /** Sends no idempotency key, since a server finishes a request that has one after its caller has left. */
  readonly endsWithCaller?: boolean;
}

interface OpenAnswer {
  readonly isStream: boolean;
  lines(): AsyncGenerator<string>;
}

class TransientError extends ServedError {
  readonly retryAfter: string | null;

  constructor(failure: ServedError, retryAfter: string | null = null) {
    const { code, message, advice, status, cause } = failure;
    super(code, message, { advice, cause, ...(status !== undefined && { status }) });
    this.retryAfter = retryAfter;
  }
}

const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export type Requests = ReturnType<typeof requestsTo>;

/** Sends requests to a server and retries transient failures. Rejects with a `ServedError`. */
export function requestsTo({ url, key, retries = 2, timeoutMs = 60_000, fetch = globalThis.fetch }: ClientOptions) {
  const base = baseOf(url);
  if (key !== undefined && !/^[!-~]+$/.test(key))
    throw new ServedError('invalidInput', 'key: is not printable ASCII without spaces');

  async function begin(request: ClientRequest, idempotencyKey: string): Promise<OpenAnswer> {
    const timeout = new AbortController();
    const onTimeout = () => timeout.abort();
    let timer = setTimeout(onTimeout, timeoutMs);
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(onTimeout, timeoutMs);
    };
    const fail = (cause: unknown): never => {
      clearTimeout(timer);
      if (ServedError.is(cause)) throw cause;
      for (const { aborted, reason } of request.signals)
        if (aborted) throw ServedError.is(reason) ? reason : new ServedError('aborted', 'aborted', { cause: reason });
      const problem = timeout.signal.aborted ? `sent nothing for ${timeoutMs} ms` : 'could not be reached';
      const advice = 'check the address, and that the server runs';
      throw new TransientError(new ServedError('unreachable', `${base} ${problem}`, { advice, cause }));
    };
    try {
      const response = await fetch(addressOf(base, request), {
        method: request.body === undefined ? 'GET' : 'POST',
        headers: {
          accept: request.accept,
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(request.body !== undefined && { 'content-type': 'application/json' }),
          ...(request.body !== undefined && !request.endsWithCaller && { 'idempotency-key': idempotencyKey }),
        },
        ...(request.body !== undefined && { body: request.body }),
        // A redirect would carry the key and the text to another address.
        redirect: 'error',
        signal: AbortSignal.any([timeout.signal, ...request.signals]),
      });
      if (!response.ok) {
        const failure = refusalOf(response.status, await response.text());
        throw TRANSIENT_STATUSES.has(response.status)
          ? new TransientError(failure, response.headers.get('retry-after'))
          : failure;
      }
      return {
        isStream: response.headers.get('content-type')?.startsWith('text/event-stream') ?? false,
        async *lines() {
          try {
            if (response.body !== null) yield* linesOf(response.body, restartTimer);
          } catch (cause) {
            fail(cause);
          } finally {
            clearTimeout(timer);
          }
        },
      };
    } catch (cause) {
      return fail(cause);
    }
  }

  /** Repeats a request from the beginning after each transient failure. */
  async function retryTransient<Result>(
    request: ClientRequest,
    read: (answer: OpenAnswer) => Promise<Result>,
  ): Promise<Result> {
    const idempotencyKey = crypto.randomUUID();
    for (let attempt = 1; ; attempt++)
      try {
        return await read(await begin(request, idempotencyKey));
      } catch (error) {
        if (!(error instanceof TransientError) || attempt > retries) throw error;
        await pause(retryDelay(attempt, error.retryAfter), request.signals);
      }
  }

  return {
    ask: (request: ClientRequest, onProgress?: (progress: OperationProgress) => void): Promise<unknown> =>
      retryTransient(request, async (answer) => {
        if (answer.isStream) return resultOf(serverSentEvents(answer.lines()), base, onProgress);
        let text = '';
        for await (const line of answer.lines()) text += line;
        return parseAnswer(text, base);
      }),
    /** Reads one JSON value per line; retried only before the first one. */
    async *items(request: ClientRequest): AsyncGenerator<unknown> {
      const answer = await retryTransient(request, async (begun) => begun);
      for await (const line of answer.lines()) {
        if (line === '') continue;
        const item = parseAnswer(line, base);
        if (isProblem(item)) throw errorOf(item);
        yield item;
      }
    },
    /** Server-sent events while the server can be reached; reconnects, and calls `opened` each time. */
    async *events(request: ClientRequest, opened: () => void): AsyncGenerator<ServerSentEvent> {
      for (let failures = 0; ; ) {
        try {
          const answer = await begin(request, '');
          opened();
          for await (const event of serverSentEvents(answer.lines())) {
            failures = 0;
            yield event;
          }
          throw new TransientError(new ServedError('unreachable', `${base} ended the stream of events`));
        } catch (error) {
          if (!(error instanceof TransientError) || ++failures > retries) throw error;
          await pause(retryDelay(failures, error.retryAfter), request.signals);
        }
      }
    },
  };
}

function baseOf(url: string): string {
  try {
    const { protocol, origin, pathname, username } = new URL(url);
    if (/^https?:$/.test(protocol) && username === '')
      return origin + (pathname.endsWith('/') ? pathname : `${pathname}/`);
  } catch {
    // Refused below.
  }
  throw new ServedError('invalidInput', 'url: is not an http address', {
    advice: 'pass the address of the server, such as http://127.0.0.1:4600; pass an API key as `key`',
  });
}

function addressOf(base: string, { path, query = {} }: ClientRequest): string {
  const url = new URL(`${base}v1/${path}`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

/** An answer that is no problem document comes from something between server and client. */
function refusalOf(status: number, body: string): ServedError {
  try {
    const problem: unknown = JSON.parse(body);
    if (isProblem(problem)) return errorOf(problem);
  } catch {
    // Reported below.
  }
  return new ServedError('unreachable', `the server answered ${status} without saying why`, {
    advice: 'check that the address is that of a Souvenir server',
    status,
  });
}

function parseAnswer(text: string, base: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // An answer that broke off is no JSON either.
    throw new TransientError(new ServedError('unreachable', `${base} sent a response that is not JSON`, { cause }));
  }
}

async function resultOf(
  events: AsyncIterable<ServerSentEvent>,
  base: string,
  onProgress: ((progress: OperationProgress) => void) | undefined,
): Promise<unknown> {
  for await (const { event, data } of events) {
    const value = parseAnswer(data, base);
    if (event === 'result') return value;
    if (event === 'problem' && isProblem(value)) throw errorOf(value);
    if (event === 'progress') onProgress?.(value as OperationProgress);
  }
  throw new TransientError(new ServedError('unreachable', `${base} broke off its response`));
}

async function pause(milliseconds: number, signals: readonly AbortSignal[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await untilAborted(waited, AbortSignal.any([...signals]));
  } catch (cause) {
    throw ServedError.is(cause) ? cause : new ServedError('aborted', 'aborted', { cause });
  } finally {
    clearTimeout(timer);
  }
}
