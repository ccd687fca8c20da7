import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Embedder, Vector } from '../contracts/embedder.ts';
import { SouvenirError } from '../errors.ts';
import { parse } from '../model/parse.ts';
import { abortedError, throwIfAborted } from './interruptions.ts';
import { unitLength } from './unit-length.ts';

const options = z.strictObject({
  /** Up to and including the version, such as `https://api.openai.com/v1` or `http://localhost:11434/v1`. */
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/^[^/]*\/\/[^/]*@/.test(url), 'must not contain a user name'),
  model: z.string().min(1),
  apiKey: z
    .string()
    .regex(/^[!-~]+$/, 'must be printable ASCII without spaces')
    .optional(),
  /** Texts in one request. */
  batchSize: z.int().min(1).default(64),
  /** For one request. */
  timeoutMs: z.int().min(1).default(30_000),
  /** For proxies and private certificates. */
  fetch: z.custom<typeof fetch>((value) => typeof value === 'function').default(() => fetch),
});

export type OpenAiEmbedderOptions = z.input<typeof options>;

const answer = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
});

const ATTEMPTS = 4;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

/** Any server with the OpenAI embeddings protocol: OpenAI, Ollama, vLLM, LM Studio. */
export function openAiEmbedder(input: OpenAiEmbedderOptions): Embedder {
  const { baseUrl, model, apiKey, batchSize, timeoutMs, fetch } = parse(options, input, 'openAiEmbedder');
  const url = `${baseUrl.replace(/\/+$/, '')}/embeddings`;
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  const quote = (text: string): string => text.slice(0, 300).replaceAll(apiKey ?? '\0', '[apiKey]');
  let dimensions: number | undefined;

  async function post(texts: readonly string[], signal: AbortSignal | undefined): Promise<Response> {
    const body = JSON.stringify({ model, input: texts });
    for (let attempt = 1; ; attempt++) {
      const timeout = AbortSignal.timeout(timeoutMs);
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (response.ok) return response;
      const detail = quote(await response.text());
      if (!isTransient(response.status) || attempt === ATTEMPTS) throw refused(response.status, detail);
      await sleep(waitBefore(attempt, response.headers.get('retry-after')), undefined, signal ? { signal } : {});
    }
  }

  async function embedBatch(texts: readonly string[], signal: AbortSignal | undefined): Promise<Vector[]> {
    try {
      const response = await post(texts, signal);
      return vectorsOf(await response.json(), texts.length);
    } catch (cause) {
      if (SouvenirError.is(cause)) throw cause;
      if (signal?.aborted) throw abortedError(signal);
      throw unreachable(cause);
    }
  }

  function vectorsOf(json: unknown, count: number): Vector[] {
    const { data, success, error } = answer.safeParse(json);
    if (!success) throw malformed('is not a list of embeddings', error);
    const ordered = data.data.toSorted((a, b) => a.index - b.index);
    if (ordered.length !== count) throw malformed(`has ${ordered.length} embeddings for ${count} texts`);
    return ordered.map(({ index, embedding }, place) => {
      if (index !== place) throw malformed(`has no embedding with index ${place}`);
      dimensions ??= embedding.length;
      if (embedding.length !== dimensions) throw malformed(`mixes ${dimensions} and ${embedding.length} dimensions`);
      const vector = unitLength(embedding);
      if (!vector) throw malformed(`has an embedding without length at index ${index}`);
      return vector;
    });
  }

  const failed = (message: string, advice: string, cause?: unknown): SouvenirError =>
    new SouvenirError('embedderFailed', message, { advice, cause });

  const malformed = (what: string, cause?: unknown): SouvenirError =>
    failed(
      `the answer of ${url} ${what}`,
      `check that baseUrl speaks the OpenAI protocol and that ${model} embeds`,
      cause,
    );

  const unreachable = (cause: unknown): SouvenirError => {
    if (cause instanceof SyntaxError) return malformed('is not JSON', cause);
    if (cause instanceof DOMException && cause.name === 'TimeoutError')
      return failed(`${url} did not answer within ${timeoutMs} ms`, 'raise timeoutMs, or lower batchSize', cause);
    return failed(`${url} could not be reached`, 'check baseUrl, and that the server runs', cause);
  };

  const refused = (status: number, detail: string): SouvenirError =>
    failed(`${url} answered ${status}: ${detail}`, adviceFor(status, model));

  return {
    id: model,
    async embed(texts, { signal } = {}) {
      throwIfAborted(signal);
      const vectors: (Vector | undefined)[] = texts.map(() => undefined);
      const places = [...texts.keys()].filter((place) => texts[place]?.trim());
      for (let from = 0; from < places.length; from += batchSize) {
        const batch = places.slice(from, from + batchSize);
        const found = await embedBatch(
          batch.map((place) => texts[place] as string),
          signal,
        );
        for (const [n, place] of batch.entries()) vectors[place] = found[n];
      }
      return vectors;
    },
  };
}

const isTransient = (status: number): boolean => status === 429 || status >= 500;

function waitBefore(attempt: number, retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  const asked = Number.isNaN(seconds) ? Date.parse(retryAfter ?? '') - Date.now() : seconds * 1000;
  const wait = Number.isNaN(asked) ? FIRST_WAIT_MS * 2 ** (attempt - 1) : asked;
  return Math.min(Math.max(wait, 0), LONGEST_WAIT_MS);
}

function adviceFor(status: number, model: string): string {
  if (status === 401 || status === 403) return 'check apiKey';
  if (status === 404) return `check baseUrl, and that the server has the model ${model}`;
  if (status === 429) return 'the rate limit of the server is reached: wait, or lower batchSize';
  if (status >= 500) return 'the server fails: try later, or look at its log';
  return `check that the server accepts the model ${model} and texts of this length`;
}
