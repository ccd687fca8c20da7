type Part = Uint8Array;

const FLOAT = 1;
const INT64 = 7;
/** The types of node attributes, by their ONNX numbers. */
const [IS_FLOAT, IS_INT, IS_INTS] = [1, 2, 7];

function varint(value: number): Part {
  const bytes: number[] = [];
  // Negative numbers fill 64 bits.
  for (let left = BigInt.asUintN(64, BigInt(value)); ; left >>= 7n) {
    if (left < 128n) return Uint8Array.from([...bytes, Number(left)]);
    bytes.push(Number(left & 127n) | 128);
  }
}

const integer = (field: number, value: number): Part => Buffer.concat([varint(field << 3), varint(value)]);
function bytes(field: number, value: Part | string): Part {
  const content = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
}
const float = (field: number, value: number): Part =>
  Buffer.concat([varint((field << 3) | 5), new Uint8Array(Float32Array.of(value).buffer)]);

type Attribute = { readonly float: number } | number | readonly number[];

function attribute(name: string, value: Attribute): Part {
  const parts =
    typeof value === 'number'
      ? [integer(3, value), integer(20, IS_INT)]
      : 'float' in value
        ? [float(2, value.float), integer(20, IS_FLOAT)]
        : [...value.map((each) => integer(8, each)), integer(20, IS_INTS)];
  return bytes(5, Buffer.concat([bytes(1, name), ...parts]));
}

/** Writes a model file of ONNX by hand: what it takes of the format, and no package for it. */
export function onnxGraph() {
  const [nodes, constants]: [Part[], Part[]] = [[], []];
  let count = 0;
  const tensor = (dims: readonly number[], type: number, data: ArrayBufferView): string => {
    const name = `constant${count++}`;
    const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    constants.push(
      bytes(5, Buffer.concat([...dims.map((dim) => integer(1, dim)), integer(2, type), bytes(8, name), bytes(9, raw)])),
    );
    return name;
  };
  const input = (name: string, type: number, dims: readonly string[]): Part => {
    const shape = dims.map((dim) => bytes(1, /^\d/.test(dim) ? integer(1, Number(dim)) : bytes(2, dim)));
    const tensorType = Buffer.concat([integer(1, type), bytes(2, Buffer.concat(shape))]);
    return Buffer.concat([bytes(1, name), bytes(2, bytes(1, tensorType))]);
  };
  return {
    floats: (dims: readonly number[], data: Float32Array) => tensor(dims, FLOAT, data),
    integers: (data: readonly number[]) => tensor([data.length], INT64, BigInt64Array.from(data.map(BigInt))),
    /** The name of what the operation gives. */
    node(operation: string, inputs: readonly string[], attributes: Record<string, Attribute> = {}): string {
      const output = `value${count++}`;
      nodes.push(
        bytes(
          1,
          Buffer.concat([
            ...inputs.map((name) => bytes(1, name)),
            bytes(2, output),
            bytes(4, operation),
            ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
          ]),
        ),
      );
      return output;
    },
    /** The file. Inputs and the output are named with their dimensions; a name stands for any length. */
    write(
      integers: Record<string, readonly string[]>,
      floats: Record<string, readonly string[]>,
      output: [name: string, dims: readonly string[]],
    ): Uint8Array {
      const graph = Buffer.concat([
        ...nodes,
        bytes(2, 'graph'),
        ...constants,
        ...Object.entries(integers).map(([name, dims]) => bytes(11, input(name, INT64, dims))),
        ...Object.entries(floats).map(([name, dims]) => bytes(11, input(name, FLOAT, dims))),
        bytes(12, input(output[0], FLOAT, output[1])),
      ]);
      return Buffer.concat([integer(1, 10), bytes(8, integer(2, 20)), bytes(7, graph)]);
    },
  };
}
