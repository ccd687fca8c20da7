// The part of WebAssembly that the kernels use: neither TypeScript's es2024 library nor @types/node declares it.
declare namespace WebAssembly {
  class Module {
    constructor(bytes: ArrayBufferView<ArrayBuffer>);
  }
  class Instance {
    constructor(module: Module, imports?: Readonly<Record<string, Readonly<Record<string, unknown>>>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
  class Memory {
    constructor(size: { readonly initial: number; readonly maximum?: number; readonly shared?: boolean });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Global {
    readonly value: unknown;
  }
  function validate(bytes: ArrayBufferView<ArrayBuffer>): boolean;
  function compile(bytes: ArrayBufferView<ArrayBuffer>): Promise<Module>;
}
