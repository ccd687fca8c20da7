import type { Embedder } from '../contracts/embedder.ts';
import { hashEmbedder } from '../embedders/hash-embedder.ts';
import { souvenirEmbedder } from '../embedders/souvenir-embed/souvenir-embedder.ts';

export const EMBEDDERS = ['souvenir', 'hash', 'none'] as const;
export type EmbedderName = (typeof EMBEDDERS)[number];

/** `null` for none: memory by text alone. */
export function createEmbedder(name: EmbedderName): Embedder | null {
  if (name === 'none') return null;
  return name === 'hash' ? hashEmbedder() : souvenirEmbedder();
}
