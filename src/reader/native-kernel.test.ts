import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { cosine } from '../../test/conformance/embedder.ts';
import { type ModelFile, readModelFile } from './model-file.ts';
import { type Addon, loadNativeKernel, requireAddon } from './native-kernel.ts';
import { measureKernel } from './open-model.ts';
import { compileWasmKernel, wasmForward } from './wasm-kernel.ts';

const SETS = ['avx512-vnni', 'avx512', 'avx-vnni', 'avx2', 'neon-dotprod'];
const LENGTHS = [1, 2, 3, 5, 7, 12, 13, 25, 64, 100, 256];

const { addon } = requireAddon();
const isSupported = (set: string): boolean => {
  try {
    return addon?.instructionSet(set) === set;
  } catch {
    return false;
  }
};
const best = addon?.instructionSet();
const supported = SETS.filter(isSupported);
const useBest = () => best !== undefined && addon?.instructionSet(best);
useBest();

let wasm: WebAssembly.Module;
beforeAll(async () => {
  wasm = await compileWasmKernel();
});
afterEach(() => {
  useBest();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const sequenceOf = ({ shape }: ModelFile, length: number) => {
  const parts = shape.tensors['parts']?.shape[0];
  return {
    ids: Uint16Array.from({ length }, (_, at) => 1000 + ((at * 7919 + length * 31) % 20_000)),
    ...(parts !== undefined && { parts: Uint8Array.from({ length }, (_, at) => at % parts) }),
  };
};

const isBuilt = ['linux', 'darwin', 'win32'].includes(process.platform) && ['x64', 'arm64'].includes(process.arch);
it.runIf(isBuilt)('the addon of this platform loads and knows an instruction set of the processor', () => {
  expect(supported.length).toBeGreaterThan(0);
});

it('a platform without an addon reports the missing file', async () => {
  vi.spyOn(process, 'arch', 'get').mockReturnValue('mips');
  expect(await loadNativeKernel()).toEqual({ refusal: expect.stringMatching(/^does not load: .*-mips\.node/) });
});

describe.skipIf(addon === undefined)('the native kernel', () => {
  it.each(supported)('gives the vectors of the WASM kernel for sequences of any length on %s', async (set) => {
    addon?.instructionSet(set);
    const { kernel } = await loadNativeKernel();
    expect(kernel?.instructionSet).toBe(set);
    for (const [variant, differences] of [[], ['reader'], ['reader', 'pairs'], ['intent']] as const) {
      const model = await readModelFile(variant);
      const sequences = LENGTHS.map((length) => sequenceOf(model, length));
      const vectors = await kernel?.openLane(model).run({ sequences, differences });
      const coarse = await kernel?.openLane(model).run({ sequences, differences, isCoarse: true });
      const expected = sequences.map(wasmForward(wasm, model, differences));
      for (const [at, vector] of expected.entries()) {
        expect(cosine(vectors?.[at] ?? new Float32Array(), vector)).toBeGreaterThan(0.99999);
        expect(cosine(coarse?.[at] ?? new Float32Array(), vector)).toBeGreaterThan(0.998);
      }
      const multipliesBytes = /vnni|dot/.test(set);
      expect(coarse?.some((vector, at) => vector.some((value, n) => value !== vectors?.[at]?.[n]))).toBe(
        multipliesBytes,
      );
    }
  });

  it('is replaced by the WASM kernel, with a note, if a known vector differs', async () => {
    const wrong = { ...(addon as Addon), run: async () => new Float32Array(384).fill(384 ** -0.5) };
    const { kernel, refusal } = await loadNativeKernel({ addon: wrong });
    expect(kernel).toBeUndefined();
    expect(refusal).toMatch(/^differs from the known answer: the cosine is -?0\.\d{5}$/);
    expect(await loadNativeKernel()).toMatchObject({ kernel: { instructionSet: best } });
  });

  it('is replaced by the WASM kernel, with a note, if it cannot load a model', async () => {
    const broken = { ...(addon as Addon), load: () => { throw new RangeError('no memory'); } }; // biome-ignore format: one line
    expect(await loadNativeKernel({ addon: broken })).toEqual({ refusal: 'fails: no memory' });
  });

  it('loads the weights once for concurrent lanes, and again after a failure', async () => {
    const load = vi.fn((addon as Addon).load);
    const { kernel } = await loadNativeKernel({ addon: { ...(addon as Addon), load } });
    const model = await readModelFile('reader');
    const lanes = [kernel?.openLane(model), kernel?.openLane(model)];
    const run = () => Promise.all(lanes.map((lane) => lane?.run({ sequences: [sequenceOf(model, 5)] })));
    load.mockClear().mockRejectedValueOnce(new RangeError('no memory'));
    await expect(run()).rejects.toThrow('no memory');
    const [first, second] = await run();
    expect(first).toEqual(second);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('refuses sequences outside of the model', async () => {
    const model = await readModelFile();
    const lane = (await loadNativeKernel()).kernel?.openLane(model);
    const run = (...ids: number[]) => lane?.run({ sequences: [{ ids: Uint16Array.from(ids) }] });
    await expect(run(model.shape.vocabulary)).rejects.toThrow('unknown token');
    await expect(run()).rejects.toThrow('empty or too long');
    await expect(run(...new Array<number>(model.shape.maxTokens + 1).fill(1000))).rejects.toThrow('empty or too long');
    const parts = { sequences: [{ ids: Uint16Array.of(1000), parts: Uint8Array.of(0) }] };
    await expect(lane?.run(parts)).rejects.toThrow('unknown part');
  });

  it('refuses a model whose tensors lie outside of its files', async () => {
    const { files } = await readModelFile();
    const load = (offset: number) =>
      addon?.load([files[0]?.path ?? ''], Int32Array.of(4, 1536, 30_522, 256, 0, 0), 1e-12, Int32Array.of(offset));
    await expect(load(1 << 30)).rejects.toThrow('outside of the model');
    const shape = Int32Array.of(4, 1536, 30_522, 256, 0, 0);
    expect(() => addon?.load(['/nowhere'], shape, 1e-12, new Int32Array(1))).toThrow('cannot be read');
    expect(() => addon?.load(['/nowhere'], shape.with(1, 384), 1e-12, new Int32Array(1))).toThrow('not supported');
  });

  it('is refused by SOUVENIR_KERNEL=wasm', async () => {
    expect(await measureKernel()).toMatchObject({ kernel: 'native', instructionSet: best });
    vi.stubEnv('SOUVENIR_KERNEL', 'wasm');
    const report = await measureKernel();
    expect(report).toMatchObject({ kernel: 'wasm', nativeRefusal: 'is refused by SOUVENIR_KERNEL=wasm' });
    expect(report.gmacPerSecond).toBeGreaterThan(0);
  });
});
