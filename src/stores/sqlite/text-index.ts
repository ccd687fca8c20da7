import type { TextTotals } from '../../text/text-score.ts';
import type { Connection } from './connection.ts';

/** A text of this many terms counts as neither short nor long when its terms are classed. */
const USUAL_LENGTH = 32;

/**
 * How much a term says about a text, in classes from the most down: the least share of BM25's ceiling that a class holds,
 * and the share that stands for all of it. The class is part of what is indexed, so a posting tells it without a look at
 * the text.
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

/**
 * What all postings of a term begin with. Every owner has terms of its own, so that neither postings nor frequencies are
 * shared. No term holds an underscore.
 */
export const termPrefix = (owner: number, term: string): string => `${owner}_${term}_`;

/** Adds and removes texts, and keeps the owner's totals. */
export class TextIndexWriter {
  readonly #connection: Connection;
  readonly #owner: number;
  #documents = 0;
  #terms = 0;

  constructor(connection: Connection, owner: number) {
    this.#connection = connection;
    this.#owner = owner;
  }

  add(key: number, terms: readonly string[]): void {
    const occurrences = new Map<string, number>();
    for (const term of terms) occurrences.set(term, (occurrences.get(term) ?? 0) + 1);
    let text = '';
    for (const [term, count] of occurrences) {
      text += `${termPrefix(this.#owner, term)}${classOf(count, terms.length)} `;
    }
    this.#connection.run('insert into texts (rowid, terms) values (?, ?)', key, text);
    this.#documents += 1;
    this.#terms += terms.length;
  }

  remove(key: number, termCount: number): void {
    this.#connection.run('delete from texts where rowid = ?', key);
    this.#documents -= 1;
    this.#terms -= termCount;
  }

  save(): void {
    if (this.#documents === 0 && this.#terms === 0) return;
    this.#connection.run(
      'update owners set documents = documents + ?, terms = terms + ? where key = ?',
      ...[this.#documents, this.#terms, this.#owner],
    );
  }
}

export function textTotals(connection: Connection, owner: number): TextTotals {
  const sql = 'select documents, terms from owners where key = ?';
  return connection.get<TextTotals>(sql, owner) ?? { documents: 0, terms: 0 };
}
