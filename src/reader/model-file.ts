import { open, readFile } from 'node:fs/promises';

interface Tensor {
  readonly type: 'i8' | 'f32';
  readonly shape: readonly number[];
  readonly offset: number;
  /** Where an int8 matrix has its float32 scales, one a row. */
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
  /** Logistic regressions over a text's unit vector. */
  readonly readings?: Readonly<Record<string, Reading>>;
}

export interface Reading {
  readonly bias: number;
  readonly weights: readonly number[];
}

/** The weights are in shared memory, so that handing a model file to a thread copies nothing. */
export interface ModelFile {
  readonly shape: Shape;
  readonly bytes: SharedArrayBuffer;
}

interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly weights: Int8Array;
  readonly scales: Float32Array;
}

const asset = (name: string): URL => new URL(`../../assets/${name}`, import.meta.url);

/** The model, or with the name of another one what that has of its own in place of the model's. */
export async function readModelFile(variant?: string): Promise<ModelFile> {
  const names = ['model', ...(variant === undefined ? [] : [variant])];
  const [bytes, ...shapes] = await Promise.all([
    readShared(names.map((name) => asset(`${name}.bin`))),
    ...names.map(async (name) => JSON.parse(await readFile(asset(`${name}.json`), 'utf8')) as Shape),
  ]);
  const [base, own] = shapes as [Shape, Shape?];
  if (own === undefined) return { shape: base, bytes };
  return { shape: { ...base, tensors: { ...base.tensors, ...own.tensors } }, bytes };
}

export async function readVocabulary(size: number): Promise<string[]> {
  return (await readFile(asset('vocab.txt'), 'utf8')).split('\n').slice(0, size);
}

export const readKernel = (name: string): Promise<Buffer<ArrayBuffer>> => readFile(asset(name));

export function floats({ shape, bytes }: ModelFile, name: string): Float32Array {
  const { offset, shape: sizes } = tensor(shape, name);
  return new Float32Array(
    bytes,
    offset,
    sizes.reduce((a, b) => a * b, 1),
  );
}

/** The last matrices were fitted to vectors of this length. */
const LENGTH = 20;

/** What the named matrix over a sequence's unit vector says of it, row by row. */
export type Heads = (name: string, vector: Float32Array) => number[];

export function headsOf(model: ModelFile): Heads {
  // Out of the memory that threads share: there it takes twice as long.
  const known = new Map<string, { weights: Float32Array; biases: Float32Array }>();
  const headOf = (name: string) => {
    const head = known.get(name) ?? {
      weights: floats(model, `${name}.weight`).slice(),
      biases: floats(model, `${name}.bias`).slice(),
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

export function matrix({ shape, bytes }: ModelFile, name: string): Matrix {
  const { offset, scales, shape: sizes } = tensor(shape, name);
  const [rows = 0, columns = 0] = sizes;
  return {
    rows,
    columns,
    weights: new Int8Array(bytes, offset, rows * columns),
    scales: new Float32Array(bytes, scales, rows),
  };
}

/** A matrix with a difference of a low rank added to it: what the model gives for `take`, times what it gives for `give`. */
export function differing(model: ModelFile, name: string, difference: string): Matrix {
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
    let most = 0;
    for (let i = 0; i < columns; i++) most = Math.max(most, Math.abs(row[i] as number));
    const scale = Math.max(1e-8, most / MOST_WEIGHT);
    changed.scales[at] = scale;
    for (let i = 0; i < columns; i++) changed.weights[from + i] = Math.round((row[i] as number) / scale);
  }
  return changed;
}

/** Of a byte, to both sides. */
const MOST_WEIGHT = 127;

function tensor(shape: Shape, name: string): Tensor {
  const found = shape.tensors[name];
  if (!found) throw new Error(`model.json has no tensor ${name}`);
  return found;
}

/** Files one after another: what a file says of places in it is counted from the beginning of the first. */
async function readShared(urls: readonly URL[]): Promise<SharedArrayBuffer> {
  const files = await Promise.all(urls.map((url) => open(url)));
  try {
    const sizes = await Promise.all(files.map(async (file) => (await file.stat()).size));
    const bytes = new SharedArrayBuffer(sizes.reduce((sum, size) => sum + size, 0));
    let at = 0;
    for (const [n, file] of files.entries()) {
      const size = sizes[n] as number;
      const { bytesRead } = await file.read(new Uint8Array(bytes, at, size), 0, size, 0);
      if (bytesRead !== size) throw new Error(`read ${bytesRead} of the ${size} bytes of ${urls[n]?.pathname}`);
      at += size;
    }
    return bytes;
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}
