import type { Embedder, Vector } from '../contracts/embedder.ts';

export interface KeepingEmbedder extends Embedder {
  /** Drops all vectors: a text may repeat words that are erased. */
  forget(): void;
}

/** The embedder with the vectors of its last texts: several connections ask the same, a turn that waits becomes a memory, a fact is compared before it is written. */
export function withKeptVectors(embedder: Embedder, maxVectors: number): KeepingEmbedder {
  const kept = new Map<string, Vector>();
  const { id, languages } = embedder;
  const keep = (text: string, vector: Vector): void => {
    // The last one used is the last one dropped.
    kept.delete(text);
    kept.set(text, vector);
    const [oldest] = kept.keys();
    if (kept.size > maxVectors && oldest !== undefined) kept.delete(oldest);
  };
  return {
    id,
    forget: () => kept.clear(),
    ...(languages !== undefined && { languages }),
    async embed(texts, options) {
      const known = new Map(texts.map((text) => [text, kept.get(text)]));
      const fresh = [...known.keys()].filter((text) => known.get(text) === undefined);
      if (fresh.length > 0)
        try {
          const vectors = await embedder.embed(fresh, options);
          for (const [at, text] of fresh.entries()) known.set(text, vectors[at]);
        } catch (error) {
          // Whether it answers again it is to be asked itself.
          kept.clear();
          throw error;
        }
      for (const [text, vector] of known) if (vector !== undefined) keep(text, vector);
      return texts.map((text) => known.get(text));
    },
    ...(embedder.joined && { joined: embedder.joined.bind(embedder) }),
    ...(embedder.changing && { changing: embedder.changing.bind(embedder) }),
    ...(embedder.close && { close: embedder.close.bind(embedder) }),
  };
}
