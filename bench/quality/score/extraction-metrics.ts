import type { Session } from '../trial-data.ts';
import { contentStems, jaccard, matches, type Statement, words } from './fact-match.ts';
import type { Figures } from './outcome.ts';

export interface ExtractionSource {
  readonly people: readonly string[];
  readonly sessions: readonly Session[];
  /** Facts that a model found in it. */
  readonly silver: readonly Statement[];
}

/** What a run drew from some sessions, counted; counts of several sessions can be put together. */
export interface ExtractionCounts {
  readonly silver: number;
  readonly silverMatched: number;
  readonly memories: number;
  readonly memoriesMatched: number;
  readonly junk: number;
  readonly duplicatePairs: number;
  readonly turns: number;
}

export function countExtraction(
  memories: readonly Statement[],
  { people, sessions, silver }: ExtractionSource,
): ExtractionCounts {
  const turns = new Map(sessions.flatMap((session) => session.turns.map(({ unit, content }) => [unit, content])));
  const stems = memories.map(({ text }) => contentStems(text));
  return {
    silver: silver.length,
    silverMatched: silver.filter((fact) => memories.some((memory) => matches(memory, fact, people))).length,
    memories: memories.length,
    memoriesMatched: memories.filter((memory) => silver.some((fact) => matches(memory, fact, people))).length,
    junk: memories.filter((memory) => isJunk(memory, turns)).length,
    duplicatePairs: stems.flatMap((left, at) => stems.slice(at + 1).filter((right) => jaccard(left, right) >= 0.8))
      .length,
    turns: turns.size,
  };
}

/** Too long to be a fact, or a long turn over again. */
function isJunk({ text, units }: Statement, turns: ReadonlyMap<string, string>): boolean {
  const statement = words(text);
  const repeats = (turn: readonly string[]) =>
    turn.length > 15 && turn.filter((word) => statement.includes(word)).length >= 0.9 * turn.length;
  return statement.length > 30 || units.some((unit) => repeats(words(turns.get(unit) ?? '')));
}

export const sumOf = (counts: readonly ExtractionCounts[], key: keyof ExtractionCounts): number =>
  counts.reduce((total, each) => total + each[key], 0);

export function extractionMetrics(counts: readonly ExtractionCounts[]): Figures {
  const ratio = (part: keyof ExtractionCounts, whole: keyof ExtractionCounts) =>
    sumOf(counts, part) / Math.max(1, sumOf(counts, whole));
  return {
    coverage: ratio('silverMatched', 'silver'),
    precision: ratio('memoriesMatched', 'memories'),
    junk: ratio('junk', 'memories'),
    duplicates: 1000 * ratio('duplicatePairs', 'memories'),
    per100turns: 100 * ratio('memories', 'turns'),
  };
}
