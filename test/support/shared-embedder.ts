import type { Embedder } from '../../src/contracts/embedder.ts';
import { souvenirEmbedder } from '../../src/embedders/souvenir-embed/souvenir-embedder.ts';

const { id, embed } = souvenirEmbedder({ threads: 1 });

/** The package's own model, loaded once for all tests of a process: a memory that is closed does not close it. */
export const sharedEmbedder: Embedder = { id, embed };
