import { termsOf } from '../../language/terms.ts';
import { rarity, termShare } from '../../language/text-score.ts';

/** An inverted index with BM25. */
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

  /** The score of every text that holds at least one of the words. */
  search(words: readonly string[]): Map<string, number> {
    const totals = { documents: this.#lengths.size, terms: this.#terms };
    const scores = new Map<string, number>();
    const terms = [...new Set(words.flatMap(termsOf))].map((term) => {
      const postings = this.#postings.get(term) ?? new Map<string, number>();
      return { postings, weight: rarity(postings.size, totals) };
    });
    const whole = terms.reduce((sum, { weight }) => sum + weight, 0);
    for (const { postings, weight } of terms)
      for (const [id, occurrences] of postings) {
        const share = (weight / whole) * termShare(occurrences, this.#lengths.get(id) ?? 0, totals);
        scores.set(id, (scores.get(id) ?? 0) + share);
      }
    return scores;
  }
}
