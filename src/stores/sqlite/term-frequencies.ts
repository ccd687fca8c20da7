import type { Connection } from './connection.ts';
import { classWeights, termPrefix } from './text-index.ts';

const MAX_CACHED = 20_000;
/** Counting walks all postings, so a count this high is kept, until the owner's documents change by a share. */
const WORTH_KEEPING = 1_000;
const TOLERATED_GROWTH = 1 / 64;

/** In how many of an owner's texts a term occurs, in all and by class. */
export interface TermFrequency {
  readonly total: number;
  readonly byClass: readonly number[];
  /** Counted now; otherwise a while ago, and a class that was empty may have filled since. */
  readonly isExact: boolean;
}

export class TermFrequencies {
  readonly #connection: Connection;
  readonly #kept = new Map<string, { frequency: TermFrequency; documents: number }>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  of(owner: number, term: string, documents: number): TermFrequency {
    const prefix = termPrefix(owner, term);
    const kept = this.#kept.get(prefix);
    if (kept && Math.abs(documents - kept.documents) <= kept.documents * TOLERATED_GROWTH) {
      return { ...kept.frequency, isExact: false };
    }
    const frequency = this.#count(prefix);
    if (frequency.total >= WORTH_KEEPING) {
      if (this.#kept.size >= MAX_CACHED) this.#kept.clear();
      this.#kept.set(prefix, { frequency, documents });
    }
    return frequency;
  }

  #count(prefix: string): TermFrequency {
    const rows = this.#connection.all<{ term: string; documents: number }>(
      'select term, doc as documents from text_frequencies where term between ? and ?',
      ...[`${prefix}0`, `${prefix}9`],
    );
    const byClass = classWeights.map(() => 0);
    let total = 0;
    for (const { term, documents } of rows) {
      byClass[Number(term.slice(prefix.length))] = documents;
      total += documents;
    }
    return { total, byClass, isExact: true };
  }
}
