import { availableParallelism } from 'node:os';
import type { Passage, Reader, Statement } from '../contracts/reader.ts';
import { SouvenirError } from '../errors.ts';
import { loadedOnce } from './embedding.ts';
import { loadKernels, type Sequence } from './forward.ts';
import { type Heads, headsOf, readModelFile, readVocabulary } from './model-file.ts';
import { createPool, type Pool } from './pool.ts';
import { type WordPiece, wordPiece } from './word-piece.ts';

/** A text that it reads among others: how many tokens of it, and which of the parts it tells apart. */
interface Part {
  readonly text: string | undefined;
  readonly most: number;
  readonly part: 0 | 1 | 2;
}

const partsOf = (question: string, { before, text, later }: Passage): readonly Part[] => [
  { text: question, most: 28, part: 0 },
  { text: before, most: 20, part: 1 },
  { text, most: 64, part: 1 },
  { text: later, most: 40, part: 2 },
];

/** It has learnt from chats of people with names; any will do. */
const SOMEBODY = 'Nora';

const statementParts = ({ text, source, speaker }: Statement): readonly Part[] => [
  { text: speaker === undefined ? text.replaceAll(/\bthe user\b/gi, SOMEBODY) : text, most: 64, part: 1 },
  { text: `${speaker ?? SOMEBODY}: ${source}`, most: 64, part: 2 },
];

interface Loaded {
  readonly pieces: WordPiece;
  readonly pool: Pool;
  readonly heads: Heads;
}

/**
 * The package's own model that reads a question and a turn together: no key, no server, no download. Loads on the first call.
 * @example const souvenir = await createSouvenir({ store: memoryStore(), reader: souvenirReader() });
 */
export function souvenirReader(): Required<Reader> {
  const loaded = loadedOnce(load, ({ pool }) => pool.close());
  const odds = async (head: string, texts: readonly (readonly Part[])[], urgent: boolean): Promise<number[]> => {
    const { pieces, pool, heads } = await loaded.get();
    const vectors = await pool.run(
      texts.map((parts) => [sequenceOf(parts, pieces)]),
      { urgent },
    );
    return vectors.map((vector) => heads(head, vector)[0] as number);
  };
  return {
    answers: (question, passages) =>
      odds(
        'answers',
        passages.map((passage) => partsOf(question, passage)),
        true,
      ),
    worth: (statements) => odds('worth', statements.map(statementParts), false),
    close: loaded.close,
  };
}

function sequenceOf(texts: readonly Part[], pieces: WordPiece): Sequence {
  const read = texts.flatMap(({ text, most, part }) =>
    text === undefined ? [] : [{ part, ids: beginning(pieces.ids(text), most) }],
  );
  const parts = read.flatMap(({ part, ids }) => new Array<number>(ids.length + 1).fill(part));
  return { ids: pieces.frame(...read.map(({ ids }) => ids)), parts: Uint8Array.of(read[0]?.part ?? 0, ...parts) };
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
