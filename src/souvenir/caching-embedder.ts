import type { Embedder, Vector } from '../contracts/embedder.ts';
import { processHash } from '../reader/process-hash.ts';

const MAX_VECTORS = 512;

export interface CachingEmbedder extends Embedder {
  /**
   * Drops all vectors: a text may repeat words that are erased. Only the process that erases calls it; another one keeps up to 512 keyed hashes
   * with their vectors, those of erased words too, until others displace them or it ends.
   */
  forget(): void;
}

/**
 * The embedder with a cache of the vectors of its last texts, by keyed hashes of these: several connections ask the same, a turn that waits becomes
 * a memory, a fact is compared before it is written.
 */
export function cachingEmbedder(embedder: Embedder): CachingEmbedder {
  const cache = new Map<string, Vector>();
  const { id, languages } = embedder;
  let erasures = 0;
  const put = (key: string, vector: Vector): void => {
    // A map lists its keys as they were added: the first is the one that was used least recently.
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
          // An embedder that is down is asked again for every text, so that callers notice.
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
    ...(embedder.close && { close: embedder.close.bind(embedder) }),
  };
}
