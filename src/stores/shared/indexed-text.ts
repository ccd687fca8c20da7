import { breathe } from '../../breathe.ts';
import type { Changes } from '../../contracts/store.ts';
import { termsOf } from '../../text/terms.ts';
import { stretchesOf } from '../../text/words.ts';

/** The average length, in terms, that weight classes are computed with. */
const USUAL_LENGTH = 32;

/**
 * Weight classes of postings, heaviest first: the least share of BM25's maximum in the class, and the share that stands for
 * all of it. The class stands in the index, so that a posting's weight is known without reading the text.
 */
const CLASSES = [
  { least: 0.65, typical: 0.75 },
  { least: 0.5, typical: 0.56 },
  { least: 0.35, typical: 0.43 },
  { least: 0.2, typical: 0.28 },
  { least: 0, typical: 0.12 },
] as const;

export const classWeights: readonly number[] = CLASSES.map(({ typical }) => typical);

function classOf(occurrences: number, length: number): number {
  const share = occurrences / (occurrences + 0.3 + (0.9 * length) / USUAL_LENGTH);
  return CLASSES.findIndex(({ least }) => share >= least);
}

/** A text as an index holds it. */
export interface IndexedText {
  /** Each of its terms, with its class. */
  readonly classes: ReadonlyMap<string, number>;
  /** How many terms it has, with repeats. */
  readonly length: number;
}

export function indexedText(terms: readonly string[]): IndexedText {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const [term, count] of counts) counts.set(term, classOf(count, terms.length));
  return { classes: counts, length: terms.length };
}

/** Texts that were read before the transaction, in which nobody else has a turn. */
export type TextsRead = ReadonlyMap<string, IndexedText>;

/** Texts of fewer characters together are read as they are written. */
const FEW_CHARACTERS = 10_000;

/** Reads the texts of a large write, letting others in. */
export async function readTexts(writes: readonly Changes[]): Promise<TextsRead> {
  const rows = writes.flatMap(({ memories = [], updates = [] }) => [...memories, ...updates]);
  const read = new Map<string, IndexedText>();
  if (rows.reduce((sum, { content = '' }) => sum + content.length, 0) < FEW_CHARACTERS) return read;
  for (const { content = '' } of rows) {
    const terms: string[] = [];
    for (const stretch of stretchesOf(content)) {
      await breathe();
      terms.push(...termsOf(stretch));
    }
    read.set(content, indexedText(terms));
  }
  return read;
}
