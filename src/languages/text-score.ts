import { detectLanguage } from './detect.ts';
import { termCounter, termsIn } from './terms.ts';

const SATURATION = 1.2;
/** Below the usual 0.75, because memories are short: with 0.75, locomo frac@10 is 0.6 lower. */
const LENGTH_WEIGHT = 0.4;

export interface TextTotals {
  readonly documents: number;
  readonly terms: number;
}

/** Always above 0, also with one document, where the usual formula falls to nothing. */
export function rarity(frequency: number, { documents }: TextTotals): number {
  return Math.log(1 + (Math.max(0, documents - frequency) + 0.5) / (frequency + 0.5));
}

/** The share of a term's rarity that a document earns: below 1, and growing with occurrences. */
export function termShare(occurrences: number, length: number, { documents, terms }: TextTotals): number {
  const relativeLength = (length * documents) / Math.max(1, terms);
  return occurrences / (occurrences + SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * relativeLength));
}

export interface QueryWord {
  readonly terms: readonly string[];
}

/** Without a given language, the language of all words together is detected. */
export function queryWords(words: readonly string[], language = detectLanguage(words.join(' '))): QueryWord[] {
  const asked = new Set<string>();
  return words.map((word) => {
    const terms = [...new Set(termsIn(word, language))].filter((term) => !asked.has(term));
    for (const term of terms) asked.add(term);
    return { terms };
  });
}

/**
 * The contribution of each query word to the share of its information that a text has: BM25 divided by the score of a
 * text full of every term, so that a strength means the same for every query. Takes the rarity of each of the terms.
 */
export function textMatcher(
  words: readonly QueryWord[],
  rarities: ReadonlyMap<string, number>,
  totals: TextTotals,
): (text: string | readonly string[]) => number[] {
  const whole = [...rarities.values()].reduce((sum, rarity) => sum + rarity, 0);
  const countIn = termCounter(new Set(rarities.keys()));
  return (text) => {
    const { counts, all } = countIn(text);
    return words.map(({ terms }) =>
      terms.reduce((sum, term) => {
        const count = counts.get(term) ?? 0;
        return count === 0 ? sum : sum + ((rarities.get(term) ?? 0) / whole) * termShare(count, all, totals);
      }, 0),
    );
  };
}

export const sumOf = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);
