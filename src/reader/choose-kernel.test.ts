import { beforeAll, describe, expect, it } from 'vitest';
import { referenceCases } from '../../test/fixtures/souvenir-embed.ts';
import { checkedForward, createForward, loadKernels } from './forward.ts';
import { type ModelFile, readKernel, readModelFile } from './model-file.ts';

let model: ModelFile;
let plain: WebAssembly.Module;
beforeAll(async () => {
  model = await readModelFile();
  plain = (await loadKernels()).plain;
});

const ids = { ids: Uint16Array.from(referenceCases[0]?.tokens ?? []) };
const repeat = (times: number, work: () => unknown) => Array.from({ length: times }, work).at(-1);

/** The plain kernel with another scale of attention, 1 / sqrt(32) as a float32. */
async function wrongKernel(): Promise<WebAssembly.Module> {
  const bytes = await readKernel('embedding.wasm');
  const at = bytes.indexOf(Buffer.from([0xf3, 0x04, 0x35, 0x3e]));
  expect(at).toBeGreaterThan(0);
  bytes.writeFloatLE(2, at);
  return new WebAssembly.Module(bytes);
}

describe('checkedForward', () => {
  it('leaves a relaxed kernel that turns out wrong for the plain one', async () => {
    const relaxed = await wrongKernel();
    const forward = checkedForward({ plain, relaxed }, model);
    const right = createForward(plain, model)(ids);
    expect(forward(ids)).not.toEqual(right);
    expect(repeat(99, () => forward(ids))).toEqual(right);
    expect(forward(ids)).toEqual(right);
  });

  it('stays with a relaxed kernel that agrees', async () => {
    const relaxed = new WebAssembly.Module(await readKernel('embedding-relaxed.wasm'));
    const forward = checkedForward({ plain, relaxed }, model);
    expect(repeat(101, () => forward(ids))).toEqual(createForward(relaxed, model)(ids));
  });

  it('needs no relaxed kernel', () => {
    expect(checkedForward({ plain }, model)(ids)).toEqual(createForward(plain, model)(ids));
  });
});
