import type { Kernel } from './kernel.ts';
import { floats, type ModelFile, matrix } from './model-file.ts';

/** Where a packed matrix is in the kernel's memory. */
export interface Linear {
  readonly at: number;
  readonly columns: number;
  readonly inner: number;
}

export interface Norm {
  readonly weight: number;
  readonly bias: number;
}

export interface Layer {
  readonly queryKeyValue: Linear;
  readonly mix: Linear;
  readonly afterMix: Norm;
  readonly up: Linear;
  readonly down: Linear;
  readonly afterDown: Norm;
}

export type Reserve = (bytes: number) => number;

const PAGE = 65536;
const ALIGNMENT = 64;

/** Hands out the kernel's memory from its start on. A reservation may detach every view made before it. */
export function reserveIn(kernel: Kernel): Reserve {
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
export function loadWeights(kernel: Kernel, model: ModelFile, reserve: Reserve, staging: number) {
  const put = (values: Float32Array, at: number): number => {
    new Float32Array(kernel.memory.buffer, at, values.length).set(values);
    return at;
  };
  const keep = (name: string): number => {
    const values = floats(model, name);
    return put(values, reserve(values.byteLength));
  };
  const norm = (name: string): Norm => ({ weight: keep(`${name}.weight`), bias: keep(`${name}.bias`) });

  /** Several matrices over the same input become one. */
  const linear = (...names: readonly string[]): Linear => {
    const parts = names.map((name) => ({ ...matrix(model, `${name}.weight`), biases: floats(model, `${name}.bias`) }));
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
