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
   * How many jobs, of about 64 tokens, are embedded at the same time at most. Default: one a core, up to four. The native kernel works on the
   * runtime's own pool, which has four threads unless `UV_THREADPOOL_SIZE` says otherwise: more of them are of no use.
   */
  threads: z
    .int()
    .min(1)
    .default(() => Math.max(1, Math.min(4, availableParallelism()))),
});

type SouvenirEmbedderOptions = z.input<typeof options>;

/** The project's own model, inside the package: 384 dimensions, English, no network. Loads on the first call. */
interface SouvenirEmbedder extends Embedder {
  /** The model's bare answer: any text has one, and what is longer than the model reads is cut off. */
  forward(text: string): Promise<Vector>;
  close(): Promise<void>;
}

interface Loaded {
  readonly pieces: WordPiece;
  readonly pool: Pool;
  /** Tokens of a text that the model reads at once. */
  readonly window: number;
  readonly changing: LogisticRegression;
}

/** It has learnt to read a turn of about 90 tokens together with the last 34 of the one before it; a longer one speaks for itself. */
const MAX_TURN_CHARS = 400;
const MAX_BEFORE_CHARS = 140;

/** Whole words: a piece of one says something else. */
const endOf = (text: string): string =>
  text.length <= MAX_BEFORE_CHARS ? text : text.slice(-MAX_BEFORE_CHARS).replace(/^\S*\s+/, '');

/** Characters of about as many windows; of a longer text so many stretches are read, evenly spread: their mean is near that of all, and none takes minutes. */
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

/** A query waits for one such job at most. */
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

    async changing(vector) {
      const { changing } = await loaded.get();
      const logit = changing.weights.reduce((sum, weight, at) => sum + weight * (vector[at] ?? 0), changing.bias);
      return 1 / (1 + Math.exp(-logit));
    },

    close: loaded.close,
  };
}

/** Notes in `lengths`, text by text, how many tokens each window has. */
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
    const changing = file.shape.readings?.['changing'];
    if (changing === undefined) throw new Error('assets/model.json lacks the reading `changing`');
    return { pieces, pool, changing, window: file.shape.maxTokens - 2 };
  } catch (cause) {
    const advice = 'install the package again; in a checkout, run tools/build-kernels.mjs';
    throw new SouvenirError('embedderFailed', 'the embedding model could not be loaded', { advice, cause });
  }
}

/** Cuts ids into runs of `size`; the last may be shorter, and none is empty. */
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

/** The mean of unit vectors, each counting by its length in tokens, scaled to unit length. */
export function weightedMean(vectors: readonly Float32Array[], lengths: readonly number[]): Float32Array | undefined {
  const sums = new Float64Array(vectors[0]?.length ?? 0);
  for (const [n, vector] of vectors.entries()) {
    const weight = lengths[n] ?? 0;
    for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] as number) + weight * (vector[i] as number);
  }
  return unitLength(sums);
}
