import { z } from 'zod';
import type { Embedder, Vector } from '../contracts/embedder.ts';
import { SouvenirError } from '../errors.ts';
import { parse } from '../model/parse.ts';
import { loadedOnce, throwIfAborted } from '../reader/embedding.ts';

const options = z.strictObject({
  /** A sentence model of the Hugging Face hub, such as `Xenova/all-MiniLM-L6-v2`. */
  model: z.string().min(1),
});

type TransformersEmbedderOptions = z.input<typeof options>;

interface Pipeline {
  (
    texts: readonly string[],
    options: { readonly pooling: 'mean'; readonly normalize: true },
  ): Promise<{ readonly data: Float32Array; readonly dims: readonly number[] }>;
  dispose(): Promise<unknown>;
}

interface Transformers {
  pipeline(task: 'feature-extraction', model: string): Promise<Pipeline>;
}

const PACKAGE = '@huggingface/transformers';
const BATCH = 16;

/**
 * A model of the Hugging Face hub, run in this process by the optional package `@huggingface/transformers`.
 * @example const embedder = transformersEmbedder({ model: 'Xenova/all-MiniLM-L6-v2' });
 */
export function transformersEmbedder(input: TransformersEmbedderOptions): Embedder {
  const { model } = parse(options, input, 'transformersEmbedder');
  const loaded = loadedOnce(
    () => load(model),
    (pipeline) => pipeline.dispose(),
  );

  return {
    id: model,

    async embed(texts, { signal } = {}) {
      throwIfAborted(signal);
      const pipeline = await loaded.get();
      const vectors: (Vector | undefined)[] = texts.map(() => undefined);
      const positions = [...texts.keys()].filter((position) => texts[position]?.trim());
      for (let from = 0; from < positions.length; from += BATCH) {
        throwIfAborted(signal);
        const batch = positions.slice(from, from + BATCH);
        const batchVectors = await run(
          pipeline,
          batch.map((position) => texts[position] as string),
        );
        for (const [n, position] of batch.entries()) vectors[position] = batchVectors[n];
      }
      return vectors;
    },

    close: loaded.close,
  };
}

async function run(pipeline: Pipeline, texts: readonly string[]): Promise<Vector[]> {
  try {
    const { data, dims } = await pipeline(texts, { pooling: 'mean', normalize: true });
    const width = dims.at(-1) ?? 0;
    return texts.map((_, n) => data.slice(n * width, (n + 1) * width));
  } catch (cause) {
    throw new SouvenirError('embedderFailed', 'the model failed on these texts', { cause });
  }
}

async function load(model: string): Promise<Pipeline> {
  const { pipeline } = await importPackage();
  try {
    return await pipeline('feature-extraction', model);
  } catch (cause) {
    const advice = 'check the name, and the network: the model is fetched once and then kept';
    throw new SouvenirError('embedderFailed', `the model ${model} could not be loaded`, { advice, cause });
  }
}

async function importPackage(): Promise<Transformers> {
  try {
    return (await import(PACKAGE)) as Transformers;
  } catch (cause) {
    const advice = `npm install ${PACKAGE}`;
    throw new SouvenirError('missingPackage', `transformersEmbedder needs the package ${PACKAGE}`, { advice, cause });
  }
}
