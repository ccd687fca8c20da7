import { describe, expect, it, vi } from 'vitest';
import { embedderConformance } from '../../test/conformance/embedder.ts';
import { hashEmbedder } from './hash-embedder.ts';
import { transformersEmbedder } from './transformers-embedder.ts';

const dispose = vi.hoisted(() => vi.fn(async () => {}));

vi.mock('@huggingface/transformers', () => ({
  async pipeline(task: string, model: string) {
    if (task !== 'feature-extraction' || model !== 'stand-in') throw new Error(`no ${task} model ${model}`);
    const run = async (texts: readonly string[], options: unknown) => {
      expect(options).toEqual({ pooling: 'mean', normalize: true });
      const vectors = (await hashEmbedder().embed(texts)).map((vector) => [...(vector ?? [])]);
      return { data: Float32Array.from(vectors.flat()), dims: [texts.length, 384] };
    };
    return Object.assign(run, { dispose });
  },
}));

embedderConformance('transformersEmbedder', () => transformersEmbedder({ model: 'stand-in' }));

describe('transformersEmbedder', () => {
  it('disposes of the model on close, and refuses work afterwards', async () => {
    const embedder = transformersEmbedder({ model: 'stand-in' });
    await embedder.embed(['text']);
    dispose.mockClear();
    await embedder.close?.();
    expect(dispose).toHaveBeenCalledOnce();
    await expect(embedder.embed(['text'])).rejects.toMatchObject({ code: 'closed' });
  });

  it('names the model that could not be loaded', async () => {
    const embedder = transformersEmbedder({ model: 'missing' });
    await expect(embedder.embed(['text'])).rejects.toMatchObject({ code: 'embedderFailed', message: /missing/ });
  });
});
