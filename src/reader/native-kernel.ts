import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { reasonOf } from '../errors.ts';
import { asset, type ModelFile, readModelFile, type Tensor, tensor } from './model-file.ts';
import type { Job, Lane } from './pool.ts';
import type { Sequence } from './wasm-kernel.ts';

export interface Addon {
  load(paths: readonly string[], shape: Int32Array, epsilon: number, offsets: Int32Array): Promise<object>;
  run(
    model: object,
    ids: Uint16Array,
    parts: Uint8Array,
    lengths: Uint32Array,
    isCoarse: boolean,
  ): Promise<Float32Array>;
  /** The instruction set in use; a name changes it for models that are loaded later. */
  instructionSet(name?: string): string | undefined;
}

export interface NativeKernel {
  readonly instructionSet: string;
  /** Loads the model's weights once for all its lanes. Work runs on the runtime's own thread pool. */
  openLane(model: ModelFile): Lane;
}

interface AddonLookup {
  readonly addon?: Addon;
  readonly refusal?: string;
}

/** The addon of this platform. On Linux the one for glibc is tried before the one for musl. */
export function requireAddon(): AddonLookup {
  const require = createRequire(import.meta.url);
  const refusals: string[] = [];
  for (const libc of process.platform === 'linux' ? ['', '-musl'] : [''])
    try {
      return { addon: require(fileURLToPath(asset(`native/${process.platform}-${process.arch}${libc}.node`))) };
    } catch (error) {
      // Further lines list the modules that required it.
      refusals.push(reasonOf(error).split('\n', 1).join());
    }
  return { refusal: `does not load: ${refusals.join('; ')}` };
}

/** A sequence and its vector by the WASM kernel, written by tools/build-kernels.mjs. */
interface KnownAnswer {
  readonly ids: readonly number[];
  readonly vector: readonly number[];
}

/** Both kernels compute the same products; another order of float sums keeps the cosine above this. */
const MIN_COSINE = 0.99999;

interface KernelLookup {
  readonly kernel?: NativeKernel;
  readonly refusal?: string;
}

/** The native kernel, if it loads here and agrees with the WASM kernel, which runs everywhere. */
export async function loadNativeKernel({ addon, refusal }: AddonLookup = requireAddon()): Promise<KernelLookup> {
  if (addon === undefined) return { refusal: refusal ?? 'does not load' };
  const instructionSet = addon.instructionSet();
  if (instructionSet === undefined) return { refusal: 'has no code for this processor' };
  const models = new Map<string, WeakRef<Promise<object>>>();
  const load = (model: ModelFile, differences?: string): Promise<object> => {
    const key = [...model.files.map(({ path }) => path), differences].join('\n');
    const known = models.get(key)?.deref();
    if (known !== undefined) return known;
    const loading = loadInto(addon, model, differences);
    models.set(key, new WeakRef(loading));
    loading.catch(() => models.delete(key));
    return loading;
  };
  const kernel: NativeKernel = { instructionSet, openLane: (model) => nativeLane(addon, model, load) };
  try {
    const { ids, vector }: KnownAnswer = JSON.parse(await readFile(asset('known-answer.json'), 'utf8'));
    const lane = kernel.openLane(await readModelFile());
    const [given] = await lane.run({ sequences: [{ ids: Uint16Array.from(ids) }] });
    const cosine = vector.reduce((sum, value, at) => sum + value * (given?.[at] ?? Number.NaN), 0);
    if (cosine >= MIN_COSINE) return { kernel };
    return { refusal: `differs from the known answer: the cosine is ${cosine.toFixed(5)}` };
  } catch (error) {
    return { refusal: `fails: ${reasonOf(error)}` };
  }
}

type Load = (model: ModelFile, differences?: string) => Promise<object>;

function nativeLane(addon: Addon, model: ModelFile, load: Load): Lane {
  const loaded = new Map<string | undefined, Promise<object>>();
  const loadedWith = (differences: string | undefined): Promise<object> => {
    const known = loaded.get(differences);
    if (known !== undefined) return known;
    const loading = load(model, differences);
    loaded.set(differences, loading);
    loading.catch(() => loaded.delete(differences));
    return loading;
  };
  return {
    async run({ sequences, differences, isCoarse = false }: Job) {
      const lengths = Uint32Array.from(sequences, ({ ids }) => ids.length);
      const weights = await loadedWith(differences);
      const all = await addon.run(weights, idsOf(sequences), partsOf(sequences), lengths, isCoarse);
      const width = all.length / sequences.length;
      return sequences.map((_, at) => all.slice(at * width, (at + 1) * width));
    },
    isUsable: () => true,
    close: async () => {},
  };
}

const idsOf = (sequences: readonly Sequence[]): Uint16Array =>
  sequences.length === 1 ? (sequences[0] as Sequence).ids : Uint16Array.from(sequences.flatMap(({ ids }) => [...ids]));

const partsOf = (sequences: readonly Sequence[]): Uint8Array =>
  Uint8Array.from(sequences.flatMap(({ parts }) => (parts === undefined ? [] : [...parts])));

/** Tensors in the order of kernels/native/model.c. */
async function loadInto(addon: Addon, { shape, files }: ModelFile, differences?: string): Promise<object> {
  const offsets: number[] = [];
  const matrix = (name: string): Tensor => {
    const tensorInfo = tensor(shape, name);
    offsets.push(tensorInfo.offset, tensorInfo.scales ?? -1);
    return tensorInfo;
  };
  const floats = (...names: readonly string[]) => offsets.push(...names.map((name) => tensor(shape, name).offset));
  const linear = (name: string) => {
    matrix(`${name}.weight`);
    floats(`${name}.bias`);
    if (differences === undefined) return;
    matrix(`${differences}.${name}.take`);
    matrix(`${differences}.${name}.give`);
  };
  const norm = (name: string) => floats(`${name}.weight`, `${name}.bias`);

  matrix('tokens');
  floats('positions');
  const partCount = 'parts' in shape.tensors ? (tensor(shape, 'parts').shape[0] ?? 0) : 0;
  if (partCount > 0) floats('parts');
  norm('start');
  for (let n = 0; n < shape.layers; n++) {
    for (const name of ['query', 'key', 'value', 'mix']) linear(`layers.${n}.${name}`);
    norm(`layers.${n}.afterMix`);
    for (const name of ['up', 'down']) linear(`layers.${n}.${name}`);
    norm(`layers.${n}.afterDown`);
  }
  const rank = differences === undefined ? 0 : (tensor(shape, `${differences}.layers.0.query.take`).shape[0] ?? 0);
  const { layers, inner, vocabulary, maxTokens, epsilon } = shape;
  const sizes = Int32Array.of(layers, inner, vocabulary, maxTokens, partCount, rank);
  return addon.load(
    files.map(({ path }) => path),
    sizes,
    epsilon,
    Int32Array.from(offsets),
  );
}
