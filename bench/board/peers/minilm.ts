import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unitLength } from '../../../src/reader/embedding.ts';
import { vocabularyOf, vocabularyTable } from '../../../src/reader/vocabulary.ts';
import { wordPiece } from '../../../src/reader/word-piece.ts';
import { onnxGraph } from './onnx-graph.ts';

const [LAYERS, HEADS, WIDTH, INNER, MAX_TOKENS] = [6, 12, 384, 1536, 256];
const BATCH = 32;
const MODEL = 'minilm.onnx';
const MASKED = -1e4;

/** The weights of all-MiniLM-L6-v2 as a model that the ONNX runtime reads. */
export function writeMinilm(weights: string, folder: string): void {
  const file = readFileSync(join(weights, 'model.safetensors'));
  const headerBytes = Number(file.readBigUInt64LE(0));
  const header: Record<string, { shape: number[]; data_offsets: [number, number] }> = JSON.parse(
    file.toString('utf8', 8, 8 + headerBytes),
  );
  const read = (name: string): Float32Array => {
    const [from, to] = header[name]?.data_offsets ?? [0, 0];
    if (to === 0) throw new Error(`the weights have no ${name}`);
    return new Float32Array(Uint8Array.from(file.subarray(8 + headerBytes + from, 8 + headerBytes + to)).buffer);
  };
  const { floats, integers, node, write } = onnxGraph();
  const norm = (value: string, name: string) =>
    node(
      'LayerNormalization',
      [value, floats([WIDTH], read(`${name}.weight`)), floats([WIDTH], read(`${name}.bias`))],
      { axis: -1, epsilon: { float: 1e-12 } },
    );
  const dense = (value: string, name: string, from: number, to: number) => {
    const rows = read(`${name}.weight`);
    const columns = Float32Array.from(
      { length: from * to },
      (_, at) => rows[(at % to) * from + Math.floor(at / to)] ?? 0,
    );
    return node('Add', [node('MatMul', [value, floats([from, to], columns)]), floats([to], read(`${name}.bias`))]);
  };
  const heads = (value: string, perm: number[]) =>
    node('Transpose', [node('Reshape', [value, integers([0, 0, HEADS, WIDTH / HEADS])])], { perm });

  const words = node('Gather', [floats([30522, WIDTH], read('embeddings.word_embeddings.weight')), 'ids']);
  const places = node('Gather', [floats([512, WIDTH], read('embeddings.position_embeddings.weight')), 'positions']);
  const type = floats([WIDTH], read('embeddings.token_type_embeddings.weight').subarray(0, WIDTH));
  let value = norm(node('Add', [node('Add', [words, places]), type]), 'embeddings.LayerNorm');
  const scale = floats([1], Float32Array.of(1 / Math.sqrt(WIDTH / HEADS)));
  for (let layer = 0; layer < LAYERS; layer++) {
    const at = `encoder.layer.${layer}`;
    const [query, key, content] = ['query', 'key', 'value'].map((name) =>
      dense(value, `${at}.attention.self.${name}`, WIDTH, WIDTH),
    ) as [string, string, string];
    const scores = node('MatMul', [heads(query, [0, 2, 1, 3]), heads(key, [0, 2, 3, 1])]);
    const shares = node('Softmax', [node('Add', [node('Mul', [scores, scale]), 'mask'])], { axis: -1 });
    const read = node('Transpose', [node('MatMul', [shares, heads(content, [0, 2, 1, 3])])], { perm: [0, 2, 1, 3] });
    const joined = node('Reshape', [read, integers([0, 0, WIDTH])]);
    const attended = dense(joined, `${at}.attention.output.dense`, WIDTH, WIDTH);
    const middle = norm(node('Add', [attended, value]), `${at}.attention.output.LayerNorm`);
    const inner = node('Gelu', [dense(middle, `${at}.intermediate.dense`, WIDTH, INNER)]);
    value = norm(node('Add', [dense(inner, `${at}.output.dense`, INNER, WIDTH), middle]), `${at}.output.LayerNorm`);
  }
  const inputs = { ids: ['batch', 'length'], positions: ['1', 'length'] };
  const model = write(inputs, { mask: ['batch', '1', '1', 'length'] }, [value, ['batch', 'length', String(WIDTH)]]);
  writeFileSync(join(folder, 'vocab.txt'), readFileSync(join(weights, 'vocab.txt')));
  writeFileSync(join(folder, MODEL), model);
}

/** What is used of the ONNX runtime. */
interface Runtime {
  readonly Tensor: new (type: string, data: BigInt64Array | Float32Array, dims: number[]) => unknown;
  readonly InferenceSession: {
    create(path: string): Promise<{
      readonly outputNames: readonly string[];
      run(inputs: Record<string, unknown>): Promise<Record<string, { data: Float32Array }>>;
    }>;
  };
}

/** Unit vectors of all-MiniLM-L6-v2, as sentence-transformers makes them: mean of the tokens, at most 256 of them. */
export async function openMinilm(folder: string, { Tensor, InferenceSession }: Runtime) {
  const session = await InferenceSession.create(join(folder, MODEL));
  const vocabulary = readFileSync(join(folder, 'vocab.txt'), 'utf8');
  const { ids, frame } = wordPiece(vocabularyOf(vocabulary, vocabularyTable(vocabulary)));

  async function embedBatch(batch: readonly Uint16Array[]): Promise<Float32Array[]> {
    const length = Math.max(...batch.map((tokens) => tokens.length));
    const [tokens, mask] = [new BigInt64Array(batch.length * length), new Float32Array(batch.length * length)];
    mask.fill(MASKED);
    for (const [row, each] of batch.entries())
      for (const [at, id] of each.entries()) {
        tokens[row * length + at] = BigInt(id);
        mask[row * length + at] = 0;
      }
    const outputs = await session.run({
      ids: new Tensor('int64', tokens, [batch.length, length]),
      positions: new Tensor(
        'int64',
        BigInt64Array.from({ length }, (_, at) => BigInt(at)),
        [1, length],
      ),
      mask: new Tensor('float32', mask, [batch.length, 1, 1, length]),
    });
    const { data = new Float32Array() } = outputs[session.outputNames[0] ?? ''] ?? {};
    return batch.map((each, row) => {
      const mean = new Float32Array(WIDTH);
      for (let at = 0; at < each.length; at++)
        for (let column = 0; column < WIDTH; column++)
          mean[column] = (mean[column] ?? 0) + (data[(row * length + at) * WIDTH + column] ?? 0);
      return unitLength(mean) ?? mean;
    });
  }

  return {
    id: 'all-MiniLM-L6-v2',
    async embed(texts: readonly string[]): Promise<Float32Array[]> {
      const framed = texts.map((text, at) => ({ at, tokens: frame([...ids(text)].slice(0, MAX_TOKENS - 2)) }));
      const vectors = new Array<Float32Array>(texts.length);
      const bySize = framed.toSorted((a, b) => a.tokens.length - b.tokens.length);
      for (let from = 0; from < bySize.length; from += BATCH) {
        const batch = bySize.slice(from, from + BATCH);
        const made = await embedBatch(batch.map(({ tokens }) => tokens));
        for (const [row, { at }] of batch.entries()) vectors[at] = made[row] as Float32Array;
      }
      return vectors;
    },
  };
}
