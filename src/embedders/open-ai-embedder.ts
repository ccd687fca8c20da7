import { z } from 'zod';
import type { Embedder, Vector } from '../contracts/embedder.ts';
import { bearer, connection, endpointOf } from '../http/connection.ts';
import { malformed } from '../http/failures.ts';
import { postJson } from '../http/post-json.ts';
import { parse } from '../model/parse.ts';
import { throwIfAborted, unitLength } from '../reader/embedding.ts';

const options = z.strictObject({
  ...connection,
  /** Up to and including the version, such as `https://api.openai.com/v1` or `http://localhost:11434/v1`. */
  baseUrl: connection.baseUrl,
  /** Texts in one request. */
  batchSize: z.int().min(1).default(64),
  timeoutMs: connection.timeoutMs.default(30_000),
  retries: connection.retries.default(3),
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
    relief: 'lower batchSize',
    // Recall waits for its query's vector, and goes on without one at once.
    retriesSilence: false,
  });
  const { model } = endpoint;
  let dimensions: number | undefined;

  function vectorsOf(json: unknown, count: number): Vector[] {
    const { data, success, error } = answer.safeParse(json);
    if (!success) throw malformed(endpoint, 'is not a list of embeddings', error);
    const ordered = data.data.toSorted((a, b) => a.index - b.index);
    if (ordered.length !== count) throw malformed(endpoint, `has ${ordered.length} embeddings for ${count} texts`);
    return ordered.map(({ index, embedding }, place) => {
      if (index !== place) throw malformed(endpoint, `has no embedding with index ${place}`);
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
      const places = [...texts.keys()].filter((place) => texts[place]?.trim());
      for (let from = 0; from < places.length; from += batchSize) {
        const batch = places.slice(from, from + batchSize);
        const json = await postJson(endpoint, { model, input: batch.map((place) => texts[place]) }, signal);
        const found = vectorsOf(json, batch.length);
        for (const [n, place] of batch.entries()) vectors[place] = found[n];
      }
      return vectors;
    },
  };
}
