import type { Embedder, Vector } from '../contracts/embedder.ts';

const MAX_VECTORS = 256;

export interface QueryEmbedder extends Embedder {
  /** Drops all vectors: a query may repeat words that are erased. */
  forget(): void;
}

/** The embedder with the vectors of its last queries, because several connections often ask the same. */
export function withQueryVectors(embedder: Embedder): QueryEmbedder {
  const vectors = new Map<string, Vector>();
  const { id, languages } = embedder;
  return {
    id,
    forget: () => vectors.clear(),
    ...(languages !== undefined && { languages }),
    async embed(texts, options) {
      const [text] = texts;
      if (text === undefined || texts.length > 1) return embedder.embed(texts, options);
      const vector = vectors.get(text) ?? (await embedder.embed(texts, options))[0];
      if (vector === undefined) return [undefined];
      vectors.delete(text);
      vectors.set(text, vector);
      const [oldest] = vectors.keys();
      if (vectors.size > MAX_VECTORS && oldest !== undefined) vectors.delete(oldest);
      return [vector];
    },
    ...(embedder.joined && { joined: embedder.joined.bind(embedder) }),
    ...(embedder.changing && { changing: embedder.changing.bind(embedder) }),
    ...(embedder.close && { close: embedder.close.bind(embedder) }),
  };
}
