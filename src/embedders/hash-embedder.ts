import { z } from 'zod';
import type { Embedder, Vector } from '../contracts/embedder.ts';
import { parse } from '../model/parse.ts';
import { throwIfAborted, unitLength } from '../reader/embedding.ts';
import { stretchesOf } from '../text/words.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

const options = z.strictObject({ dimensions: z.int().min(8).default(384) });

type HashEmbedderOptions = z.input<typeof options>;

const WORD = /[\p{L}\p{N}]+|[^\s\p{L}\p{N}\p{C}]/gu;
const TRIGRAM_WEIGHT = 0.3;

/**
 * Hashed words and letter trigrams: compares spelling, not meaning. For tests, and where no model may run.
 * @example const souvenir = await createSouvenir({ store: memoryStore(), embedder: hashEmbedder() });
 */
export function hashEmbedder(input: HashEmbedderOptions = {}): Embedder {
  const { dimensions } = parse(options, input, 'hashEmbedder');

  async function vectorOf(text: string): Promise<Vector | undefined> {
    const sums = new Float64Array(dimensions);
    const add = (feature: string, weight: number): void => {
      const hash = hashOf(feature);
      const at = (hash >>> 1) % dimensions;
      sums[at] = (sums[at] as number) + (hash & 1 ? weight : -weight);
    };
    for (const stretch of stretchesOf(text)) {
      await yieldToEventLoop();
      for (const [word] of stretch.normalize('NFKC').toLowerCase().matchAll(WORD)) {
        add(word, 1);
        const marked = `^${word}$`;
        for (let i = 0; i + 3 <= marked.length; i++) add(`#${marked.slice(i, i + 3)}`, TRIGRAM_WEIGHT);
      }
    }
    return unitLength(sums);
  }

  return {
    id: `hash-${dimensions}`,
    async embed(texts, { signal } = {}) {
      throwIfAborted(signal);
      const vectors: (Vector | undefined)[] = [];
      for (const text of texts) vectors.push(await vectorOf(text));
      return vectors;
    },
  };
}

/** 32-bit FNV-1a with a final mix: FNV-1a alone spreads short texts badly. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
