import type { TextMatch, TextQuery } from '../../contracts/store.ts';
import { queryWords, rarity, sumOf, type TextTotals, textMatcher } from '../../languages/text-score.ts';
import { classWeights, type IndexedText } from '../shared/indexed-text.ts';
import { passingCandidates, RoughScores } from './candidates.ts';
import type { Connection } from './connection.ts';
import type { MemoryCache } from './memory-cache.ts';
import { apartTexts } from './versions.ts';

/** Each owner has its own tokens, so that neither postings nor frequencies are shared. No term contains an underscore. */
const termPrefix = (owner: number, term: string): string => `${owner}_${term}_`;

export class TextIndexWriter {
  readonly #connection: Connection;
  readonly #owner: number;
  #documents = 0;
  #terms = 0;

  constructor(connection: Connection, owner: number) {
    this.#connection = connection;
    this.#owner = owner;
  }

  add(key: number, { classes, length }: IndexedText): void {
    const text = Array.from(classes, ([term, weight]) => `${termPrefix(this.#owner, term)}${weight}`).join(' ');
    this.#connection.run('insert into texts (rowid, terms) values (?, ?)', key, text);
    this.#documents += 1;
    this.#terms += length;
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

function textTotals(connection: Connection, owner: number): TextTotals {
  const sql = 'select documents, terms from owners where key = ?';
  return connection.get<TextTotals>(sql, owner) ?? { documents: 0, terms: 0 };
}

const MAX_CACHED = 20_000;
/** Counting reads all postings: counts from here on are cached until the owner's number of documents changes by a share. */
const MIN_CACHED_COUNT = 1_000;
const TOLERATED_GROWTH = 1 / 64;

interface TermFrequency {
  readonly total: number;
  readonly byClass: readonly number[];
  /** False for a cached count: a class that was empty then may have postings now. */
  readonly isExact: boolean;
}

export class TermFrequencies {
  readonly #connection: Connection;
  readonly #cached = new Map<string, { frequency: TermFrequency; documents: number }>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  of(owner: number, term: string, documents: number): TermFrequency {
    const prefix = termPrefix(owner, term);
    const cached = this.#cached.get(prefix);
    if (cached && Math.abs(documents - cached.documents) <= cached.documents * TOLERATED_GROWTH) {
      return { ...cached.frequency, isExact: false };
    }
    const frequency = this.#count(prefix);
    if (frequency.total >= MIN_CACHED_COUNT) {
      if (this.#cached.size >= MAX_CACHED) this.#cached.clear();
      this.#cached.set(prefix, { frequency, documents });
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

/**
 * Limit of postings that a query reads; the lightest are left out. Of 100,000 memories, 98 of 100 among the ten best then belong there (99 with
 * 16,000, 96 with 8,000). With a filter that leaves only some memories, all of theirs are read.
 */
const POSTINGS_BUDGET = 12_000;
/** Rough text scores err more than rough vector scores, so more candidates are taken. */
const MARGIN = 1.5;
/** A search over at most this many times `width` memories scores all of them without the index. */
const UNINDEXED_FACTOR = 4;

interface Term {
  readonly text: string;
  readonly frequency: TermFrequency;
  readonly rarity: number;
}

interface Postings {
  readonly token: string;
  readonly count: number;
  readonly limit: number;
  readonly weight: number;
}

interface TextSources {
  readonly connection: Connection;
  readonly frequencies: TermFrequencies;
  readonly cache: MemoryCache;
}

export function searchText(
  { connection, frequencies, cache }: TextSources,
  owner: number,
  query: TextQuery,
): TextMatch[] {
  const totals = textTotals(connection, owner);
  const words = queryWords(query.terms, query.language);
  const queryTerms = words
    .flatMap(({ terms }) => terms)
    .map((text) => {
      const frequency = frequencies.of(owner, text, totals.documents);
      return { text, frequency, rarity: rarity(frequency.total, totals) };
    });
  const terms = queryTerms.filter(({ frequency }) => frequency.total > 0);
  if (queryTerms.length === 0 || query.limit <= 0) return [];
  const candidates = terms.length === 0 ? [] : indexedCandidates(connection, cache, owner, query, terms);
  const apart = query.filter.asOf ? [...apartTexts(connection, owner, query.filter)] : [];
  const matchesIn = textMatcher(words, new Map(queryTerms.map(({ text, rarity }) => [text, rarity])), totals);
  return [...candidates, ...apart]
    .map((candidate) => {
      const matches = matchesIn(candidate.text);
      return { memoryId: candidate.id, score: sumOf(matches), matches };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.memoryId < b.memoryId ? -1 : 1))
    .slice(0, query.limit);
}

function indexedCandidates(
  connection: Connection,
  cache: MemoryCache,
  owner: number,
  query: TextQuery,
  terms: readonly Term[],
) {
  const wanted = { ...query, margin: MARGIN };
  return passingCandidates(connection, cache, owner, wanted, (width, allowed) => {
    if (allowed && allowed.size <= UNINDEXED_FACTOR * width) return allowed;
    const lists = affordable(owner, terms, allowed ? Number.POSITIVE_INFINITY : POSTINGS_BUDGET);
    return roughlyBest(connection, lists, width, allowed);
  });
}

function affordable(owner: number, terms: readonly Term[], budget: number): Postings[] {
  const heaviestFirst = terms.flatMap((term) => postingsOf(owner, term)).sort((a, b) => b.weight - a.weight);
  let left = budget;
  return heaviestFirst.flatMap((postings) => {
    const isFirst = left === budget;
    if (postings.count > left && !isFirst) return [];
    left -= postings.count;
    return { ...postings, limit: budget };
  });
}

function postingsOf(owner: number, { text, frequency, rarity }: Term): Omit<Postings, 'limit'>[] {
  return classWeights.flatMap((weight, index) => {
    const count = frequency.byClass[index] ?? 0;
    if (count === 0 && frequency.isExact) return [];
    return { token: `"${termPrefix(owner, text)}${index}"`, count, weight: weight * rarity };
  });
}

function roughlyBest(connection: Connection, lists: readonly Postings[], width: number, allowed?: ReadonlySet<number>) {
  const total = lists.reduce((sum, { count, limit }) => sum + Math.min(count, limit), 0);
  const scores = new RoughScores(Math.min(total, allowed?.size ?? total));
  for (const { token, count, limit, weight } of lists) {
    const order = count > limit ? 'order by rowid desc' : '';
    const sql = `select rowid from texts where texts match ? ${order} limit ?`;
    for (const key of connection.column<number>(sql, token, Number.isFinite(limit) ? limit : -1)) {
      if (!allowed || allowed.has(key)) scores.add(key, weight);
    }
  }
  return scores.best(width);
}
