import type { Embedder } from '../../src/contracts/embedder.ts';
import type { Reader } from '../../src/contracts/reader.ts';
import { souvenirEmbedder } from '../../src/embedders/souvenir-embed/souvenir-embedder.ts';
import { souvenirReader } from '../../src/reader/souvenir-reader.ts';

const { close: _, ...embedder } = souvenirEmbedder({ threads: 1 });
const { close: __, ...reader } = souvenirReader();

/** The package's own models, loaded once for all tests of a process: a memory that is closed does not close them. */
export const sharedEmbedder: Embedder = embedder;
export const sharedReader: Reader = reader;
