import { closeSync, openSync, readSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export interface Tensor {
  readonly type: 'i8' | 'f32';
  readonly shape: readonly number[];
  readonly offset: number;
  /** Offset of the float32 scales of an int8 matrix, one per row. */
  readonly scales?: number;
}

interface Shape {
  readonly width: number;
  readonly layers: number;
  readonly inner: number;
  readonly vocabulary: number;
  readonly maxTokens: number;
  readonly epsilon: number;
  readonly tensors: Readonly<Record<string, Tensor>>;
  readonly readings?: Readonly<Record<string, LogisticRegression>>;
}

export interface LogisticRegression {
  readonly bias: number;
  readonly weights: readonly number[];
}

/** The model's files. Tensors are read on demand: a native kernel maps the files itself. */
export interface ModelFile {
  readonly shape: Shape;
  /** Offsets of tensors count through the files, one after another. */
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly weights: Int8Array;
  readonly scales: Float32Array;
}

export const asset = (name: string): URL => new URL(`../../assets/${name}`, import.meta.url);

/** The sentence model; with the name of a variant, the model with the variant's tensors in place of its own. */
export async function readModelFile(variant?: string): Promise<ModelFile> {
  const names = ['model', ...(variant === undefined ? [] : [variant])];
  const shapes = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(asset(`${name}.json`), 'utf8')) as Shape),
  );
  const files = await Promise.all(
    names.map(async (name) => {
      const path = fileURLToPath(asset(`${name}.bin`));
      return { path, size: (await stat(path)).size };
    }),
  );
  const [base, own] = shapes as [Shape, Shape?];
  const tensors = { ...base.tensors, ...own?.tensors };
  return { shape: { ...base, tensors }, files };
}

export const readKernel = (name: string): Promise<Buffer<ArrayBuffer>> => readFile(asset(name));

function filled<Memory extends ArrayBufferLike>(memory: Memory, { files }: ModelFile, offset: number): Memory {
  let start = offset;
  for (const { path, size } of files) {
    if (start >= size) {
      start -= size;
      continue;
    }
    const bytes = new Uint8Array(memory);
    const file = openSync(path, 'r');
    try {
      const count = readSync(file, bytes, 0, bytes.length, start);
      if (count !== bytes.length) throw new Error(`read ${count} of ${bytes.length} bytes of ${path}`);
    } finally {
      closeSync(file);
    }
    return memory;
  }
  throw new Error(`no file of the model reaches to byte ${offset}`);
}

const sizeOf = ({ shape }: Tensor): number => shape.reduce((a, b) => a * b, 1);

export function floats(model: ModelFile, name: string): Float32Array {
  const tensorInfo = tensor(model.shape, name);
  return new Float32Array(filled(new ArrayBuffer(sizeOf(tensorInfo) * 4), model, tensorInfo.offset));
}

const LENGTH = 20;

export type Heads = (name: string, vector: Float32Array) => number[];

export function headsOf(model: ModelFile): Heads {
  const known = new Map<string, { weights: Float32Array; biases: Float32Array }>();
  const headOf = (name: string) => {
    const head = known.get(name) ?? {
      weights: floats(model, `${name}.weight`),
      biases: floats(model, `${name}.bias`),
    };
    known.set(name, head);
    return head;
  };
  return (name, vector) => {
    const { weights, biases } = headOf(name);
    return Array.from(biases, (bias, row) => {
      let sum = 0;
      for (let at = 0, from = row * vector.length; at < vector.length; at++)
        sum += (vector[at] as number) * (weights[from + at] as number);
      return bias + LENGTH * sum;
    });
  };
}

/** Weights lie in memory of this thread, or in shared memory. */
export function matrix(
  model: ModelFile,
  name: string,
  Memory: new (size: number) => ArrayBufferLike = ArrayBuffer,
): Matrix {
  const tensorInfo = tensor(model.shape, name);
  const [rows = 0, columns = 0] = tensorInfo.shape;
  return {
    rows,
    columns,
    weights: new Int8Array(filled(new Memory(sizeOf(tensorInfo)), model, tensorInfo.offset)),
    scales: new Float32Array(filled(new ArrayBuffer(rows * 4), model, tensorInfo.scales ?? -1)),
  };
}

/** A matrix plus a low-rank difference: the product of the tensors `take` and `give`. */
export function matrixWithDifference(model: ModelFile, name: string, difference: string): Matrix {
  const { rows, columns, weights, scales } = matrix(model, `${name}.weight`);
  const [take, give] = [matrix(model, `${difference}.take`), matrix(model, `${difference}.give`)];
  const changed = { rows, columns, weights: new Int8Array(weights.length), scales: new Float32Array(rows) };
  const scaled = Float32Array.from(
    take.weights,
    (weight, at) => weight * (take.scales[Math.floor(at / columns)] as number),
  );
  const row = new Float32Array(columns);
  for (let at = 0; at < rows; at++) {
    const from = at * columns;
    const own = scales[at] as number;
    for (let i = 0; i < columns; i++) row[i] = (weights[from + i] as number) * own;
    for (let rank = 0, taken = 0; rank < take.rows; rank++, taken += columns) {
      const factor = (give.weights[rank * rows + at] as number) * (give.scales[rank] as number);
      for (let i = 0; i < columns; i++) row[i] = (row[i] as number) + factor * (scaled[taken + i] as number);
    }
    let maxMagnitude = 0;
    for (let i = 0; i < columns; i++) maxMagnitude = Math.max(maxMagnitude, Math.abs(row[i] as number));
    const scale = Math.max(1e-8, maxMagnitude / MAX_WEIGHT);
    changed.scales[at] = scale;
    for (let i = 0; i < columns; i++) changed.weights[from + i] = Math.round((row[i] as number) / scale);
  }
  return changed;
}

const MAX_WEIGHT = 127;

export function tensor(shape: Shape, name: string): Tensor {
  const tensorInfo = shape.tensors[name];
  if (!tensorInfo) throw new Error(`model.json has no tensor ${name}`);
  return tensorInfo;
}
