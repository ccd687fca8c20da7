import type { Changes } from '../../contracts/store.ts';
import { termsOf } from '../../languages/terms.ts';
import { stretchesOf } from '../../text/words.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';

const USUAL_LENGTH = 32;

/**
 * Weight classes, heaviest first: the least share of BM25's maximum, and a typical share. The index contains the class, which spares reading the
 * text.
 */
const CLASSES = [
  { minShare: 0.65, typicalShare: 0.75 },
  { minShare: 0.5, typicalShare: 0.56 },
  { minShare: 0.35, typicalShare: 0.43 },
  { minShare: 0.2, typicalShare: 0.28 },
  { minShare: 0, typicalShare: 0.12 },
] as const;

export const classWeights: readonly number[] = CLASSES.map(({ typicalShare }) => typicalShare);

function classOf(occurrences: number, length: number): number {
  const share = occurrences / (occurrences + 0.3 + (0.9 * length) / USUAL_LENGTH);
  return CLASSES.findIndex(({ minShare }) => share >= minShare);
}

export interface IndexedText {
  readonly classes: ReadonlyMap<string, number>;
  /** Number of terms, with repeats. */
  readonly length: number;
}

export function indexedText(terms: readonly string[]): IndexedText {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const [term, count] of counts) counts.set(term, classOf(count, terms.length));
  return { classes: counts, length: terms.length };
}

/** Texts that were read before the transaction, which blocks others. */
export type IndexedTexts = ReadonlyMap<string, IndexedText>;

const MIN_READ_AHEAD_CHARS = 10_000;

export async function indexTexts(writes: readonly Changes[]): Promise<IndexedTexts> {
  const rows = writes.flatMap(({ memories = [], updates = [] }) => [...memories, ...updates]);
  const indexed = new Map<string, IndexedText>();
  if (rows.reduce((sum, { content = '' }) => sum + content.length, 0) < MIN_READ_AHEAD_CHARS) return indexed;
  for (const { content = '' } of rows) {
    const terms: string[] = [];
    for (const stretch of stretchesOf(content)) {
      await yieldToEventLoop();
      terms.push(...termsOf(stretch));
    }
    indexed.set(content, indexedText(terms));
  }
  return indexed;
}
