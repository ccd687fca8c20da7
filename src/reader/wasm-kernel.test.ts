import { beforeAll, describe, expect, it } from 'vitest';
import { cosine } from '../../test/conformance/embedder.ts';
import { referenceCases } from '../../test/fixtures/souvenir-embed.ts';
import { readModelFile } from './model-file.ts';
import { compileWasmKernel, type Forward, type Sequence, wasmForward } from './wasm-kernel.ts';

let forward: Forward;
beforeAll(async () => {
  forward = wasmForward(await compileWasmKernel(), await readModelFile());
});

describe('wasmForward', () => {
  it.each(referenceCases)('gives the reference vector: $text', ({ tokens, vector }) => {
    expect(cosine(forward({ ids: Uint16Array.from(tokens) }), Float32Array.from(vector))).toBeGreaterThan(0.9999);
  });

  it('gives the same vector once V8 has optimised it', () => {
    const ids = { ids: Uint16Array.from(referenceCases[0]?.tokens ?? []) };
    const first = forward(ids);
    for (let n = 0; n < 300; n++) forward(ids);
    expect(cosine(forward(ids), first)).toBeGreaterThan(0.999999);
  });

  it('gives the same vector with a model of few tokens, whose buffers are short', async () => {
    const model = await readModelFile();
    const few = wasmForward(await compileWasmKernel(), { ...model, shape: { ...model.shape, maxTokens: 8 } });
    const ids = Uint16Array.from([101, 1996, 10437, 2003, 2417, 1012, 102]);
    // The first text may spoil weights that the second needs.
    for (let text = 0; text < 2; text++) expect(few({ ids })).toEqual(forward({ ids }));
  });

  it('keeps no state from the text before', () => {
    const [short, long] = [referenceCases[7], referenceCases[33]].map((item) => ({
      ids: Uint16Array.from(item?.tokens ?? []),
    }));
    const alone = forward(short as Sequence);
    forward(long as Sequence);
    expect(forward(short as Sequence)).toEqual(alone);
  });
});
