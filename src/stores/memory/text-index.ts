import { termsOf } from '../../languages/terms.ts';
import { queryWords, rarity, sumOf, termShare, textMatcher } from '../../languages/text-score.ts';

export class TextIndex {
  readonly #postings = new Map<string, Map<string, number>>();
  readonly #lengths = new Map<string, number>();
  #terms = 0;

  add(id: string, text: string): void {
    const terms = termsOf(text);
    this.#lengths.set(id, terms.length);
    this.#terms += terms.length;
    for (const term of terms) {
      const postings = this.#postings.get(term) ?? new Map<string, number>();
      postings.set(id, (postings.get(id) ?? 0) + 1);
      this.#postings.set(term, postings);
    }
  }

  remove(id: string, text: string): void {
    this.#terms -= this.#lengths.get(id) ?? 0;
    this.#lengths.delete(id);
    for (const term of new Set(termsOf(text))) {
      const postings = this.#postings.get(term);
      postings?.delete(id);
      if (postings?.size === 0) this.#postings.delete(term);
    }
  }

  /** Scores a text, indexed or not: one score for each word. */
  matcher(words: readonly string[], language?: string): (text: string) => number[] {
    const totals = { documents: this.#lengths.size, terms: this.#terms };
    const parsedWords = queryWords(words, language);
    const rarities = parsedWords.flatMap(({ terms }) =>
      terms.map((term) => [term, rarity(this.#postings.get(term)?.size ?? 0, totals)] as const),
    );
    return textMatcher(parsedWords, new Map(rarities), totals);
  }

  search(words: readonly string[], language?: string): Map<string, number[]> {
    const totals = { documents: this.#lengths.size, terms: this.#terms };
    const weightedPostings = queryWords(words, language).map(({ terms }) =>
      terms.map((term) => {
        const postings = this.#postings.get(term) ?? new Map<string, number>();
        return { postings, weight: rarity(postings.size, totals) };
      }),
    );
    const totalWeight = sumOf(weightedPostings.flat().map(({ weight }) => weight));
    const matches = new Map<string, number[]>();
    for (const [at, terms] of weightedPostings.entries())
      for (const { postings, weight } of terms)
        for (const [id, occurrences] of postings) {
          const share = (weight / totalWeight) * termShare(occurrences, this.#lengths.get(id) ?? 0, totals);
          const scores = matches.get(id) ?? weightedPostings.map(() => 0);
          scores[at] = (scores[at] as number) + share;
          matches.set(id, scores);
        }
    return matches;
  }
}
