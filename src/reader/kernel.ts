/** What kernels/embedding exports; addresses and counts are numbers. */
export interface Kernel {
  readonly memory: WebAssembly.Memory;
  readonly heapBase: WebAssembly.Global;
  packedSize(columns: number, inner: number): number;
  quantisedSize(rows: number, inner: number): number;
  pack(weights: number, scales: number, biases: number, columns: number, inner: number, to: number): void;
  quantise(x: number, rows: number, inner: number, to: number): void;
  linear(quantised: number, rows: number, inner: number, packed: number, columns: number, to: number): void;
  attend(qkv: number, rows: number, to: number, scratch: number): void;
  gelu(x: number, count: number): void;
  addAndNormalise(x: number, added: number, rows: number, weight: number, bias: number, epsilon: number): void;
  average(x: number, rows: number, to: number): void;
  dotProbe(activation: number, weight: number): number;
}

export const instantiate = (module: WebAssembly.Module): Kernel =>
  new WebAssembly.Instance(module, { env: { abort() {} } }).exports as unknown as Kernel;
