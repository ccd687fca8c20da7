import { availableParallelism } from 'node:os';
import type { Passage, Reader } from '../contracts/reader.ts';
import { SouvenirError } from '../errors.ts';
import { loadedOnce } from './embedding.ts';
import { loadKernels, type Sequence } from './forward.ts';
import { type Heads, headsOf, readModelFile, readVocabulary } from './model-file.ts';
import { createPool, type Pool } from './pool.ts';
import { type WordPiece, wordPiece } from './word-piece.ts';

/** How many tokens of each text the model learnt to read. */
const MOST = { question: 28, before: 20, text: 64, later: 40 };
/** The parts it tells apart: the question, the turn with the one before it, what came later. */
const PART = { question: 0, before: 1, text: 1, later: 2 };

interface Loaded {
  readonly pieces: WordPiece;
  readonly pool: Pool;
  readonly heads: Heads;
}

/**
 * The package's own model that reads a question and a turn together: no key, no server, no download. Loads on the first call.
 * @example const souvenir = await createSouvenir({ store: memoryStore(), reader: souvenirReader() });
 */
export function souvenirReader(): Reader & { close(): Promise<void> } {
  const loaded = loadedOnce(load, ({ pool }) => pool.close());
  return {
    async answers(question, passages) {
      const { pieces, pool, heads } = await loaded.get();
      const jobs = passages.map((passage) => [sequenceOf(question, passage, pieces)]);
      const vectors = await pool.run(jobs, { urgent: true });
      return vectors.map((vector) => heads('answers', vector)[0] as number);
    },
    close: loaded.close,
  };
}

function sequenceOf(question: string, passage: Passage, pieces: WordPiece): Sequence {
  const texts = { question, ...passage };
  const read = (['question', 'before', 'text', 'later'] as const)
    .filter((name) => texts[name] !== undefined)
    .map((name) => ({ part: PART[name], ids: beginning(pieces.ids(texts[name] as string), MOST[name]) }));
  const parts = read.flatMap(({ part, ids }) => new Array<number>(ids.length + 1).fill(part));
  return { ids: pieces.frame(...read.map(({ ids }) => ids)), parts: Uint8Array.of(0, ...parts) };
}

function beginning(ids: Iterable<number>, most: number): number[] {
  const first: number[] = [];
  for (const id of ids) {
    if (first.length === most) break;
    first.push(id);
  }
  return first;
}

async function load(): Promise<Loaded> {
  try {
    const [model, kernels] = await Promise.all([readModelFile('reader'), loadKernels()]);
    const pieces = wordPiece(await readVocabulary(model.shape.vocabulary));
    const threads = Math.max(1, Math.min(4, availableParallelism()));
    return { pieces, heads: headsOf(model), pool: createPool({ threads, workerData: { kernels, model } }) };
  } catch (cause) {
    const advice = 'install the package again; in a checkout, run tools/build-kernels.mjs';
    throw new SouvenirError('readerFailed', 'the model that reads could not be loaded', { advice, cause });
  }
}
