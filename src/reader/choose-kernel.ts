import { createForward, type Forward } from './forward.ts';
import { instantiate } from './kernel.ts';
import { type ModelFile, readKernel } from './model-file.ts';

export interface Kernels {
  readonly plain: WebAssembly.Module;
  /** Present where the CPU multiplies bytes in one instruction; elsewhere plain SIMD is as fast or faster. */
  readonly relaxed?: WebAssembly.Module;
}

/** 4 x 255 x 127: the sum of the x64 VNNI instruction. Its substitute saturates at 65534, and arm64 reads 255 as -1. */
const FAST_SUM = 129540;
/** By then V8 has replaced the first, quickly compiled code by optimised code: a check before that would test other code. */
const CHECKED_AFTER = [100, 1000];
const SAME = 0.9999;

export async function loadKernels(): Promise<Kernels> {
  const [plain, relaxed] = await Promise.all([compile('embedding.wasm'), compile('embedding-relaxed.wasm')]);
  if (!plain) throw new Error('this JavaScript engine has no WebAssembly SIMD');
  if (!relaxed || instantiate(relaxed).dotProbe(255, 127) !== FAST_SUM) return { plain };
  return { plain, relaxed };
}

/** The relaxed kernel with a check, once it is optimised, that it agrees with the plain one; else plain from then on. */
export function checkedForward({ plain, relaxed }: Kernels, model: ModelFile): Forward {
  if (!relaxed) return createForward(plain, model);
  let forward = createForward(relaxed, model);
  let calls = 0;
  return (ids) => {
    const vector = forward(ids);
    if (!CHECKED_AFTER.includes(++calls)) return vector;
    const careful = createForward(plain, model);
    const expected = careful(ids);
    if (cosine(vector, expected) >= SAME) return vector;
    forward = careful;
    return expected;
  };
}

async function compile(name: string): Promise<WebAssembly.Module | undefined> {
  const bytes = await readKernel(name);
  return WebAssembly.validate(bytes) ? WebAssembly.compile(bytes) : undefined;
}

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
