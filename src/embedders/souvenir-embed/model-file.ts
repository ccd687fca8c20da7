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
}

/** The weights are in shared memory, so that handing a model file to a thread copies nothing. */
export interface ModelFile {
  readonly shape: Shape;
  readonly bytes: SharedArrayBuffer;
}

export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly weights: Int8Array;
  readonly scales: Float32Array;
}

const asset = (name: string): URL => new URL(`../../../assets/${name}`, import.meta.url);

export async function readModelFile(): Promise<ModelFile> {
  const [shape, bytes] = await Promise.all([readFile(asset('model.json'), 'utf8'), readShared(asset('model.bin'))]);
  return { shape: JSON.parse(shape) as Shape, bytes };
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

function tensor(shape: Shape, name: string): Tensor {
  const found = shape.tensors[name];
  if (!found) throw new Error(`model.json has no tensor ${name}`);
  return found;
}

async function readShared(url: URL): Promise<SharedArrayBuffer> {
  const file = await open(url);
  try {
    const { size } = await file.stat();
    const bytes = new SharedArrayBuffer(size);
    const { bytesRead } = await file.read(new Uint8Array(bytes), 0, size, 0);
    if (bytesRead !== size) throw new Error(`read ${bytesRead} of the ${size} bytes of ${url.pathname}`);
    return bytes;
  } finally {
    await file.close();
  }
}
