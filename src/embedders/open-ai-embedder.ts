import { z } from 'zod';
import type { Embedder, Vector } from '../contracts/embedder.ts';
import { bearer, connectionOptions, endpointOf } from '../http/connection.ts';
import { malformed } from '../http/failures.ts';
import { postJson } from '../http/post-json.ts';
import { parse } from '../model/parse.ts';
import { throwIfAborted, unitLength } from '../reader/embedding.ts';

const options = z.strictObject({
  ...connectionOptions,
  /** The address with the version, such as `https://api.openai.com/v1` or `http://localhost:11434/v1`. */
  baseUrl: connectionOptions.baseUrl,
  /** Number of texts in one request. */
  batchSize: z.int().min(1).default(64),
  timeoutMs: connectionOptions.timeoutMs.default(30_000),
  retries: connectionOptions.retries.default(3),
});

export type OpenAiEmbedderOptions = z.input<typeof options>;

const answer = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
});

/**
 * Any server with the OpenAI embeddings protocol: OpenAI, Ollama, vLLM, LM Studio.
 * @example const embedder = openAiEmbedder({ baseUrl: 'http://localhost:11434/v1', model: 'nomic-embed-text' });
 */
export function openAiEmbedder(input: OpenAiEmbedderOptions): Embedder {
  const { batchSize, ...rest } = parse(options, input, 'openAiEmbedder');
  const endpoint = endpointOf(rest, {
    name: 'OpenAI embeddings',
    path: '/embeddings',
    headers: bearer(rest.apiKey),
    code: 'embedderFailed',
    overloadAdvice: 'lower batchSize',
    // Recall waits for the query's vector, and goes on without it if the server does not answer.
    retriesUnanswered: false,
  });
  const { model } = endpoint;
  let dimensions: number | undefined;

  function vectorsOf(json: unknown, count: number): Vector[] {
    const { data, success, error } = answer.safeParse(json);
    if (!success) throw malformed(endpoint, 'is not a list of embeddings', error);
    const ordered = data.data.toSorted((a, b) => a.index - b.index);
    if (ordered.length !== count) throw malformed(endpoint, `has ${ordered.length} embeddings for ${count} texts`);
    return ordered.map(({ index, embedding }, position) => {
      if (index !== position) throw malformed(endpoint, `has no embedding with index ${position}`);
      dimensions ??= embedding.length;
      if (embedding.length !== dimensions)
        throw malformed(endpoint, `mixes ${dimensions} and ${embedding.length} dimensions`);
      const vector = unitLength(embedding);
      if (!vector) throw malformed(endpoint, `has an embedding without length at index ${index}`);
      return vector;
    });
  }

  return {
    id: model,
    async embed(texts, { signal } = {}) {
      throwIfAborted(signal);
      const vectors: (Vector | undefined)[] = texts.map(() => undefined);
      const positions = [...texts.keys()].filter((position) => texts[position]?.trim());
      for (let from = 0; from < positions.length; from += batchSize) {
        const batch = positions.slice(from, from + batchSize);
        const json = await postJson(endpoint, { model, input: batch.map((position) => texts[position]) }, signal);
        const batchVectors = vectorsOf(json, batch.length);
        for (const [n, position] of batch.entries()) vectors[position] = batchVectors[n];
      }
      return vectors;
    },
  };
}
