import { floats, type Matrix, type ModelFile, matrix, matrixWithDifference, readKernel } from './model-file.ts';

export async function compileWasmKernel(): Promise<WebAssembly.Module> {
  const bytes = await readKernel('embedding.wasm');
  if (!WebAssembly.validate(bytes)) throw new Error('this JavaScript engine has no WebAssembly SIMD');
  return WebAssembly.compile(bytes);
}

/** Token ids, [CLS] and [SEP] included, and the part of each token if the model distinguishes parts. */
export interface Sequence {
  readonly ids: Uint16Array;
  readonly parts?: Uint8Array;
}

export type Forward = (sequence: Sequence) => Float32Array<ArrayBuffer>;

const FLOAT = 4;
const INT16 = 2;
/** Columns of weights that the kernel widens to int16 at a time. */
const PANEL = 8;
/** Rows of floats of attention's scratch memory: a head's keys, and the scores of four queries. */
const ATTENTION_ROWS = 36;

/**
 * Loads the weights into a new instance of the kernel, with the named differences if any. It runs one text at a time,
 * so nothing is padded.
 */
export function wasmForward(
  module: WebAssembly.Module,
  model: ModelFile,
  differences?: string,
  tokens: Matrix = matrix(model, 'tokens'),
): Forward {
  const kernel = instantiate(module);
  const { width, inner, maxTokens, epsilon } = model.shape;

  // The kernel computes whole blocks of rows.
  const rows = maxTokens + 8;
  const reserve = reserveIn(kernel);
  const x = reserve(rows * width * FLOAT);
  const added = reserve(rows * width * FLOAT);
  // Each matrix is staged here, with a scale and a bias per row.
  const wide = reserve(Math.max(rows * inner * FLOAT, inner * (width + 2 * FLOAT)));
  const quantised = reserve(kernel.quantisedSize(rows, inner));
  const scratch = reserve(Math.max(rows * ATTENTION_ROWS * FLOAT, PANEL * INT16 * Math.max(width, inner)));
  const answer = reserve(width * FLOAT);
  const { start, layers } = loadWeights(kernel, model, reserve, { staging: wide, differences });

  const { weights, scales } = tokens;
  const positions = floats(model, 'positions');
  const partRows = 'parts' in model.shape.tensors ? floats(model, 'parts') : new Float32Array();
  const tokenRows = new Float32Array(kernel.memory.buffer, x, rows * width);
  const addedRows = new Float32Array(kernel.memory.buffer, added, rows * width);
  const answerRow = new Float32Array(kernel.memory.buffer, answer, width);

  function lookUp({ ids, parts }: Sequence): void {
    let to = 0;
    for (const id of ids) {
      const scale = scales[id] as number;
      const from = id * width;
      for (let i = 0; i < width; i++) tokenRows[to++] = (weights[from + i] as number) * scale;
    }
    addedRows.set(positions.subarray(0, ids.length * width));
    if (parts === undefined) return;
    for (const [token, part] of parts.entries())
      for (let i = 0, to = token * width; i < width; i++, to++)
        addedRows[to] = (addedRows[to] as number) + (partRows[part * width + i] as number);
  }

  function linear(from: number, count: number, by: Linear, to: number): void {
    kernel.quantise(from, count, by.inner, quantised);
    kernel.linear(quantised, count, by.inner, by.at, by.columns, to, scratch);
  }

  function addAndNormalise(count: number, by: Norm): void {
    kernel.addAndNormalise(x, added, count, by.weight, by.bias, epsilon);
  }

  return (sequence) => {
    const count = sequence.ids.length;
    lookUp(sequence);
    addAndNormalise(count, start);
    for (const layer of layers) {
      linear(x, count, layer.queryKeyValue, wide);
      kernel.attend(wide, count, added, scratch);
      linear(added, count, layer.mix, added);
      addAndNormalise(count, layer.afterMix);
      linear(x, count, layer.up, wide);
      kernel.gelu(wide, count * inner);
      linear(wide, count, layer.down, added);
      addAndNormalise(count, layer.afterDown);
    }
    kernel.average(x, count, answer);
    return answerRow.slice();
  };
}

interface Linear {
  readonly at: number;
  readonly columns: number;
  readonly inner: number;
}

interface Norm {
  readonly weight: number;
  readonly bias: number;
}

interface Layer {
  readonly queryKeyValue: Linear;
  readonly mix: Linear;
  readonly afterMix: Norm;
  readonly up: Linear;
  readonly down: Linear;
  readonly afterDown: Norm;
}

type Reserve = (bytes: number) => number;

const PAGE = 65536;
const ALIGNMENT = 64;

/** Allocates the kernel's memory from its start. A reservation may detach every view made before it. */
function reserveIn(kernel: Kernel): Reserve {
  let next = Number(kernel.heapBase.value);
  return (bytes) => {
    const at = Math.ceil(next / ALIGNMENT) * ALIGNMENT;
    next = at + bytes;
    const missing = next - kernel.memory.buffer.byteLength;
    if (missing > 0) kernel.memory.grow(Math.ceil(missing / PAGE));
    return at;
  };
}

/** `staging` must have room for the largest matrix of the file. */
function loadWeights(
  kernel: Kernel,
  model: ModelFile,
  reserve: Reserve,
  { staging, differences }: { readonly staging: number; readonly differences: string | undefined },
) {
  const weightsOf = (name: string) =>
    differences === undefined
      ? matrix(model, `${name}.weight`)
      : matrixWithDifference(model, name, `${differences}.${name}`);
  const put = (values: Float32Array, at: number): number => {
    new Float32Array(kernel.memory.buffer, at, values.length).set(values);
    return at;
  };
  const keep = (name: string): number => {
    const values = floats(model, name);
    return put(values, reserve(values.byteLength));
  };
  const norm = (name: string): Norm => ({ weight: keep(`${name}.weight`), bias: keep(`${name}.bias`) });

  const linear = (...names: readonly string[]): Linear => {
    const parts = names.map((name) => ({ ...weightsOf(name), biases: floats(model, `${name}.bias`) }));
    const inner = parts[0]?.columns ?? 0;
    const columns = parts.reduce((sum, part) => sum + part.rows, 0);
    const at = reserve(kernel.packedSize(columns, inner));
    let to = at;
    for (const { rows, weights, scales, biases } of parts) {
      new Int8Array(kernel.memory.buffer, staging, weights.length).set(weights);
      const scalesAt = put(scales, staging + weights.length);
      const biasesAt = put(biases, scalesAt + scales.byteLength);
      kernel.pack(staging, scalesAt, biasesAt, rows, inner, to);
      to += kernel.packedSize(rows, inner);
    }
    return { at, columns, inner };
  };

  const layer = (n: number): Layer => ({
    queryKeyValue: linear(`layers.${n}.query`, `layers.${n}.key`, `layers.${n}.value`),
    mix: linear(`layers.${n}.mix`),
    afterMix: norm(`layers.${n}.afterMix`),
    up: linear(`layers.${n}.up`),
    down: linear(`layers.${n}.down`),
    afterDown: norm(`layers.${n}.afterDown`),
  });
  return { start: norm('start'), layers: Array.from({ length: model.shape.layers }, (_, n) => layer(n)) };
}

/** The exports of kernels/embedding; addresses and counts are numbers. */
interface Kernel {
  readonly memory: WebAssembly.Memory;
  readonly heapBase: WebAssembly.Global;
  packedSize(columns: number, inner: number): number;
  quantisedSize(rows: number, inner: number): number;
  pack(weights: number, scales: number, biases: number, columns: number, inner: number, to: number): void;
  quantise(x: number, rows: number, inner: number, to: number): void;
  linear(
    quantised: number,
    rows: number,
    inner: number,
    packed: number,
    columns: number,
    to: number,
    scratch: number,
  ): void;
  attend(qkv: number, rows: number, to: number, scratch: number): void;
  gelu(x: number, count: number): void;
  addAndNormalise(x: number, added: number, rows: number, weight: number, bias: number, epsilon: number): void;
  average(x: number, rows: number, to: number): void;
}

const instantiate = (module: WebAssembly.Module): Kernel =>
  new WebAssembly.Instance(module, { env: { abort() {} } }).exports as unknown as Kernel;
