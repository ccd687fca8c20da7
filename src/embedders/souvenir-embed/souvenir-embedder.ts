import { availableParallelism } from 'node:os';
import { z } from 'zod';
import type { Embedder, EmbedOptions, Vector } from '../../contracts/embedder.ts';
import { SouvenirError } from '../../errors.ts';
import { parse } from '../../model/parse.ts';
import { loadedOnce, unitLength } from '../../reader/embedding.ts';
import type { LogisticRegression } from '../../reader/model-file.ts';
import { openModel, packagePieces } from '../../reader/open-model.ts';
import type { Job, Pool } from '../../reader/pool.ts';
import type { Sequence } from '../../reader/wasm-kernel.ts';
import type { WordPiece } from '../../reader/word-piece.ts';

const options = z.strictObject({
  /**
   * Number of jobs, of about 64 tokens, that run at once. Default: one for each core, up to four. Threads beyond `UV_THREADPOOL_SIZE` (default 4)
   * are of no use: the kernel runs in that pool.
   */
  threads: z
    .int()
    .min(1)
    .default(() => Math.max(1, Math.min(4, availableParallelism()))),
});

type SouvenirEmbedderOptions = z.input<typeof options>;

/** The package's own model: 384 dimensions, English, no network. It loads on the first call. */
interface SouvenirEmbedder extends Embedder {
  /** The model's direct answer for any text; a text longer than the window is cut off. */
  forward(text: string): Promise<Vector>;
  close(): Promise<void>;
}

interface Loaded {
  readonly pieces: WordPiece;
  readonly pool: Pool;
  /** Number of tokens that the model reads at once. */
  readonly window: number;
  readonly changing: LogisticRegression;
  readonly continuing: LogisticRegression;
}

/** The model was trained on an episode of about 90 tokens with the last 34 tokens of the one before it; a longer episode is read alone. */
const MAX_TURN_CHARS = 400;
const MAX_BEFORE_CHARS = 140;

/** Whole words only: a part of a word has another meaning. */
const endOf = (text: string): string =>
  text.length <= MAX_BEFORE_CHARS ? text : text.slice(-MAX_BEFORE_CHARS).replace(/^\S*\s+/, '');

/** A longer text is sampled: evenly spread stretches have nearly the mean of the whole text, and no text takes minutes. */
const MAX_READ_CHARS = 16_000;
const STRETCH_CHARS = 1_000;

function stretchesOf(text: string): string[] {
  if (text.length <= MAX_READ_CHARS) return [text];
  const count = MAX_READ_CHARS / STRETCH_CHARS;
  const step = (text.length - STRETCH_CHARS) / (count - 1);
  return Array.from({ length: count }, (_, n) =>
    text.slice(Math.round(n * step), Math.round(n * step) + STRETCH_CHARS),
  );
}

/** A query waits for at most one such job. */
const JOB_TOKENS = 64;

/**
 * The package's own model, run by its own kernel: no key, no server, no download.
 * @example const souvenir = await createSouvenir({ store: memoryStore(), embedder: souvenirEmbedder() });
 */
export function souvenirEmbedder(input: SouvenirEmbedderOptions = {}): SouvenirEmbedder {
  const { threads } = parse(options, input, 'souvenirEmbedder');
  const loaded = loadedOnce(
    () => load(threads),
    ({ pool }) => pool.close(),
  );

  return {
    id: 'souvenir-embed-7',
    languages: ['en'],

    async embed(texts: readonly string[], { signal }: EmbedOptions = {}) {
      const { pieces, pool, window } = await loaded.get();
      const lengths: number[][] = texts.map(() => []);
      const vectors = await pool.run(jobsOf(texts, pieces, window, lengths), { urgent: texts.length === 1, signal });
      let at = 0;
      return lengths.map((windowLengths) => {
        const windowVectors = vectors.slice(at, at + windowLengths.length);
        at += windowLengths.length;
        return windowVectors.length > 1 ? weightedMean(windowVectors, windowLengths) : windowVectors[0];
      });
    },

    joined: (turn, before) => (turn.length > MAX_TURN_CHARS ? turn : `${turn} < ${endOf(before)}`),

    async forward(text) {
      const { pieces, pool, window } = await loaded.get();
      const [head = []] = windows(pieces.ids(text), window);
      const [vector] = await pool.run([{ sequences: [{ ids: pieces.frame(head) }] }], { urgent: true });
      return vector as Vector;
    },

    changing: async (vector) => chanceOf((await loaded.get()).changing, vector),
    continuing: async (vector) => chanceOf((await loaded.get()).continuing, vector),

    close: loaded.close,
  };
}

function chanceOf({ weights, bias }: LogisticRegression, vector: Vector): number {
  const odds = weights.reduce((sum, weight, at) => sum + weight * (vector[at] ?? 0), bias);
  return 1 / (1 + Math.exp(-odds));
}

/** Writes the number of tokens of each window to `lengths`, text by text. */
function* jobsOf(
  texts: readonly string[],
  pieces: WordPiece,
  window: number,
  lengths: readonly number[][],
): Generator<Job> {
  let job: Sequence[] = [];
  let tokens = 0;
  for (const [n, text] of texts.entries()) {
    for (const ids of stretchesOf(text).flatMap((stretch) => [...windows(pieces.ids(stretch), window)])) {
      lengths[n]?.push(ids.length);
      job.push({ ids: pieces.frame(ids) });
      tokens += ids.length;
      if (tokens < JOB_TOKENS) continue;
      yield { sequences: job };
      job = [];
      tokens = 0;
    }
  }
  if (job.length > 0) yield { sequences: job };
}

async function load(threads: number): Promise<Loaded> {
  try {
    const [{ file, pool }, pieces] = await Promise.all([openModel(threads), packagePieces()]);
    const { changing, continuing } = file.shape.readings ?? {};
    if (changing === undefined || continuing === undefined) throw new Error('assets/model.json lacks a reading');
    return { pieces, pool, changing, continuing, window: file.shape.maxTokens - 2 };
  } catch (cause) {
    const advice = 'install the package again; in a checkout, run tools/build-kernels.mjs';
    throw new SouvenirError('embedderFailed', 'the embedding model could not be loaded', { advice, cause });
  }
}

export function* windows(ids: Iterable<number>, size: number): Generator<number[]> {
  let window: number[] = [];
  for (const id of ids) {
    if (window.length === size) {
      yield window;
      window = [];
    }
    window.push(id);
  }
  if (window.length > 0) yield window;
}

export function weightedMean(vectors: readonly Float32Array[], lengths: readonly number[]): Float32Array | undefined {
  const sums = new Float64Array(vectors[0]?.length ?? 0);
  for (const [n, vector] of vectors.entries()) {
    const weight = lengths[n] ?? 0;
    for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) + weight * (vector[i] as number);
  }
  return unitLength(sums);
}
