export { souvenirReader } from '../reader/souvenir-reader.ts';
export { hashEmbedder } from './hash-embedder.ts';
export { openAiEmbedder } from './open-ai-embedder.ts';
export { souvenirEmbedder } from './souvenir-embed/souvenir-embedder.ts';
export { transformersEmbedder } from './transformers-embedder.ts';
