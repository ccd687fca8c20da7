import type { TextHit, TextQuery } from '../../contracts/store.ts';
import { queryWords, rarity, sumOf, textMatcher } from '../../text/text-score.ts';
import { apartTexts } from './apart-states.ts';
import type { Connection } from './connection.ts';
import { passingCandidates } from './passing-candidates.ts';
import { RoughScores } from './rough-scores.ts';
import type { TermFrequencies, TermFrequency } from './term-frequencies.ts';
import { classWeights, termPrefix, textTotals } from './text-index.ts';

/**
 * How many postings a query may read; those that weigh least are left out. Of 100,000 memories, 98 of 100 that
 * come among the ten best then belong there (99 with 16,000, 96 with 8,000). Where a filter leaves only some memories, theirs are all read.
 */
const POSTINGS_BUDGET = 12_000;
/** Classes of weight err more than a plane of vectors does. */
const MARGIN = 1.5;
/** So few allowed memories, in widths, are scored without a look at the index. */
const FEW = 4;

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

/** Finds candidates by the classes in the index, then scores their texts exactly. */
export function searchText(
  connection: Connection,
  frequencies: TermFrequencies,
  owner: number,
  query: TextQuery,
): TextHit[] {
  const totals = textTotals(connection, owner);
  const words = queryWords(query.terms);
  const asked = words
    .flatMap(({ terms }) => terms)
    .map((text) => {
      const frequency = frequencies.of(owner, text, totals.documents);
      return { text, frequency, rarity: rarity(frequency.total, totals) };
    });
  const terms = asked.filter(({ frequency }) => frequency.total > 0);
  if (asked.length === 0 || query.limit <= 0) return [];
  const candidates = terms.length === 0 ? [] : indexed(connection, owner, query, terms);
  const apart = query.filter.asOf ? [...apartTexts(connection, owner, query.filter)] : [];
  const matchesIn = textMatcher(words, new Map(asked.map(({ text, rarity }) => [text, rarity])), totals);
  return [...candidates, ...apart]
    .map(({ id, content }) => {
      const matches = matchesIn(content);
      return { memoryId: id, score: sumOf(matches), matches };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.memoryId < b.memoryId ? -1 : 1))
    .slice(0, query.limit);
}

function indexed(connection: Connection, owner: number, query: TextQuery, terms: readonly Term[]) {
  const wanted = { ...query, margin: MARGIN, columns: ['id', 'content'] as const };
  return passingCandidates(connection, owner, wanted, (width, allowed) => {
    if (allowed && allowed.size <= FEW * width) return allowed;
    const lists = affordable(owner, terms, allowed ? Number.POSITIVE_INFINITY : POSTINGS_BUDGET);
    return roughlyBest(connection, lists, width, allowed);
  });
}

/** The weightiest postings that the budget has room for, and of the very first at least the newest. */
function affordable(owner: number, terms: readonly Term[], budget: number): Postings[] {
  const weightiestFirst = terms.flatMap((term) => postingsOf(owner, term)).sort((a, b) => b.weight - a.weight);
  let left = budget;
  return weightiestFirst.flatMap((postings) => {
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
