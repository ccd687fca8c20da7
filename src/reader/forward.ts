import { instantiate } from './kernel.ts';
import { floats, type ModelFile, matrix } from './model-file.ts';
import { type Linear, loadWeights, type Norm, reserveIn } from './weights.ts';

/** The unit vector of a sequence of token ids, [CLS] and [SEP] included. */
export type Forward = (ids: Uint16Array) => Float32Array<ArrayBuffer>;

const FLOAT = 4;

/** Loads the weights into a new instance of the kernel. One text at a time, so nothing is padded. */
export function createForward(module: WebAssembly.Module, model: ModelFile): Forward {
  const kernel = instantiate(module);
  const { width, inner, maxTokens, epsilon } = model.shape;

  // The kernel computes whole blocks of rows.
  const rows = maxTokens + 8;
  const reserve = reserveIn(kernel);
  const x = reserve(rows * width * FLOAT);
  const added = reserve(rows * width * FLOAT);
  const wide = reserve(rows * inner * FLOAT);
  const quantised = reserve(kernel.quantisedSize(rows, inner));
  const scratch = reserve(rows * 36 * FLOAT);
  const answer = reserve(width * FLOAT);
  const { start, layers } = loadWeights(kernel, model, reserve, wide);

  const { weights, scales } = matrix(model, 'tokens');
  const positions = floats(model, 'positions');
  const tokenRows = new Float32Array(kernel.memory.buffer, x, rows * width);
  const addedRows = new Float32Array(kernel.memory.buffer, added, rows * width);
  const answerRow = new Float32Array(kernel.memory.buffer, answer, width);

  function lookUp(ids: Uint16Array): void {
    let to = 0;
    for (const id of ids) {
      const scale = scales[id] as number;
      const from = id * width;
      for (let i = 0; i < width; i++) tokenRows[to++] = (weights[from + i] as number) * scale;
    }
    addedRows.set(positions.subarray(0, ids.length * width));
  }

  function linear(from: number, count: number, by: Linear, to: number): void {
    kernel.quantise(from, count, by.inner, quantised);
    kernel.linear(quantised, count, by.inner, by.at, by.columns, to);
  }

  function addAndNormalise(count: number, by: Norm): void {
    kernel.addAndNormalise(x, added, count, by.weight, by.bias, epsilon);
  }

  return (ids) => {
    const count = ids.length;
    lookUp(ids);
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
