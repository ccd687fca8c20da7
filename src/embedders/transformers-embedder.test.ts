import { describe, expect, it } from 'vitest';
import { transformersEmbedder } from './transformers-embedder.ts';

describe('transformersEmbedder without its package', () => {
  it('names the command that installs it', async () => {
    const embedder = transformersEmbedder({ model: 'Xenova/all-MiniLM-L6-v2' });
    await expect(embedder.embed(['text'])).rejects.toMatchObject({
      code: 'missingPackage',
      advice: 'npm install @huggingface/transformers',
    });
    await embedder.close?.();
  });
});
