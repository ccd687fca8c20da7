import type { Embedder, Vector } from '../contracts/embedder.ts';
import { processHash } from '../reader/process-hash.ts';

const MAX_VECTORS = 512;

export interface CachingEmbedder extends Embedder {
  /**
   * Drops all vectors, as a text may repeat erased words. Only the process that erases calls it; other processes keep up to 512 keyed hashes
   * with their vectors, also of erased words, until newer ones displace them or the process ends.
   */
  forget(): void;
}

/** Caches the vectors of the last texts by keyed hashes, as a text is often embedded repeatedly: as a waiting turn, then as a memory. */
export function cachingEmbedder(embedder: Embedder): CachingEmbedder {
  const cache = new Map<string, Vector>();
  const { id, languages } = embedder;
  let erasures = 0;
  const put = (key: string, vector: Vector): void => {
    // A map lists keys in insertion order, so the first is the least recently used.
    cache.delete(key);
    cache.set(key, vector);
    const [oldest] = cache.keys();
    if (cache.size > MAX_VECTORS && oldest !== undefined) cache.delete(oldest);
  };
  return {
    id,
    forget() {
      erasures++;
      cache.clear();
    },
    ...(languages !== undefined && { languages }),
    async embed(texts, options) {
      const before = erasures;
      const keys = new Map(texts.map((text) => [text, processHash(text)]));
      const known = new Map([...keys].map(([text, key]) => [text, cache.get(key)]));
      const fresh = [...keys.keys()].filter((text) => known.get(text) === undefined);
      if (fresh.length > 0)
        try {
          const vectors = await embedder.embed(fresh, options);
          for (const [at, text] of fresh.entries()) known.set(text, vectors[at]);
        } catch (error) {
          // While an embedder is down it is asked again for every text, so that callers notice.
          if (options?.signal?.aborted !== true) cache.clear();
          throw error;
        }
      if (erasures === before)
        for (const [text, key] of keys) {
          const vector = known.get(text);
          if (vector !== undefined) put(key, vector);
        }
      return texts.map((text) => known.get(text));
    },
    ...(embedder.joined && { joined: embedder.joined.bind(embedder) }),
    ...(embedder.changing && { changing: embedder.changing.bind(embedder) }),
    ...(embedder.continuing && { continuing: embedder.continuing.bind(embedder) }),
    ...(embedder.close && { close: embedder.close.bind(embedder) }),
  };
}
