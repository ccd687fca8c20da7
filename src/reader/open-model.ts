import { loadedOnce } from './embedding.ts';
import { type Matrix, type ModelFile, matrix, readModelFile } from './model-file.ts';
import { loadNativeKernel } from './native-kernel.ts';
import { createPool, type Lane, type Pool } from './pool.ts';
import { readVocabulary } from './vocabulary.ts';
import { compileWasmKernel } from './wasm-kernel.ts';
import { type WordPiece, wordPiece } from './word-piece.ts';
import type { WorkerData } from './worker.ts';
import { workerLane } from './worker-lane.ts';

interface OpenModel {
  readonly file: ModelFile;
  readonly pool: Pool;
}

let native: ReturnType<typeof loadNativeKernel> | undefined;

/**
 * The native kernel is looked up once per process. The variable is read here instead of src/cli/config.ts, because the
 * library heeds it in any program.
 */
async function nativeKernel(): ReturnType<typeof loadNativeKernel> {
  if (process.env['SOUVENIR_KERNEL'] === 'wasm') return { refusal: 'is refused by SOUVENIR_KERNEL=wasm' };
  native ??= loadNativeKernel();
  return native;
}

const pieces = loadedOnce(
  async () => wordPiece(await readVocabulary()),
  async () => {},
);

export const packagePieces = (): Promise<WordPiece> => pieces.get();

/** Opens a model of the package; `variant` names one that shares the sentence model's tokens. */
export async function openModel(lanes: number, variant?: string): Promise<OpenModel> {
  const [file, { kernel }] = await Promise.all([readModelFile(variant), nativeKernel()]);
  const openLane = kernel === undefined ? await wasmLanes(file) : () => kernel.openLane(file);
  return { file, pool: createPool({ lanes, openLane }) };
}

let sharedTokens: WeakRef<Matrix> | undefined;

/** All models of the package have the same tokens, 11.7 MB: workers share one copy per process. */
function tokensOf(model: ModelFile): Matrix {
  const tokens = sharedTokens?.deref() ?? matrix(model, 'tokens', SharedArrayBuffer);
  sharedTokens = new WeakRef(tokens);
  return tokens;
}

async function wasmLanes(model: ModelFile): Promise<() => Lane> {
  const workerData: WorkerData = { kernel: await compileWasmKernel(), model, tokens: tokensOf(model) };
  return () => workerLane({ workerData });
}

interface KernelReport {
  readonly kernel: 'native' | 'wasm';
  readonly instructionSet?: string;
  readonly nativeRefusal?: string;
  /** Billions of multiply-adds per second on one thread, over whole forward passes. */
  readonly gmacPerSecond: number;
}

const MEASURED_TOKENS = 64;
const MEASURED_PASSES = 12;

export async function measureKernel(): Promise<KernelReport> {
  const { kernel, refusal } = await nativeKernel();
  const { file, pool } = await openModel(1);
  const { layers, width, inner } = file.shape;
  const job = { sequences: [{ ids: Uint16Array.from({ length: MEASURED_TOKENS }, (_, at) => 1000 + at) }] };
  try {
    let fastest = Infinity;
    for (let pass = 0; pass < MEASURED_PASSES; pass++) {
      const started = performance.now();
      await pool.run([job]);
      fastest = Math.min(fastest, performance.now() - started);
    }
    const products = MEASURED_TOKENS * layers * (4 * width * width + 2 * width * inner);
    return {
      kernel: kernel === undefined ? 'wasm' : 'native',
      ...(kernel !== undefined && { instructionSet: kernel.instructionSet }),
      ...(refusal !== undefined && { nativeRefusal: refusal }),
      gmacPerSecond: products / fastest / 1e6,
    };
  } finally {
    await pool.close();
  }
}
