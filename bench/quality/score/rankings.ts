import type { Answered } from '../run/trial.ts';
import type { Question } from '../trial-data.ts';

/** One question's ranked source units beside the units that answer it. */
export interface Ranking {
  readonly ranked: readonly string[];
  readonly gold: readonly string[];
}

const UNITS_PER_ITEM = 3;

/** Recalled items as distinct source units in rank order: at most three an item, so that size gains nothing. */
export function rankUnits(items: readonly (readonly string[])[], k: number): string[] {
  const seen = new Set<string>();
  for (const units of items)
    for (const unit of [...new Set(units)].slice(0, UNITS_PER_ITEM)) {
      if (seen.size === k) return [...seen];
      seen.add(unit);
    }
  return [...seen];
}

/** The engine's and the keyword search's rankings; `unitOf` tells a turn's unit, if it has one. */
export function rankings(
  answered: readonly Answered<Question>[],
  k: number,
  unitOf: (turn: string) => string | undefined = (turn) => turn,
): { engine: Ranking[]; keyword: Ranking[] } {
  const rank = (gold: readonly string[], items: readonly (readonly string[])[]): Ranking => {
    const units = items.map((turns) => turns.flatMap((turn) => unitOf(turn) ?? []));
    return { gold, ranked: rankUnits(units, k) };
  };
  return {
    engine: answered.map(({ question, answer }) =>
      rank(
        question.gold,
        answer.items.map(({ provenance }) => provenance.turnIds),
      ),
    ),
    keyword: answered.map(({ question, keyword }) =>
      rank(
        question.gold,
        keyword.map(({ unit }) => [unit]),
      ),
    ),
  };
}

export const percentOf = <Item>(items: readonly Item[], score: (item: Item) => number | boolean): number =>
  (100 * items.reduce((sum, item) => sum + Number(score(item)), 0)) / items.length;

const hits = ({ ranked, gold }: Ranking, k: number): number => {
  const top = new Set(ranked.slice(0, k));
  return gold.filter((unit) => top.has(unit)).length;
};

export const anyAt = (rankings: readonly Ranking[], k: number): number =>
  percentOf(rankings, (ranking) => hits(ranking, k) > 0);

/** Mean reciprocal rank over the first k units, in percent. */
export const meanReciprocalRank = (rankings: readonly Ranking[], k: number): number =>
  percentOf(rankings, ({ ranked, gold }) => {
    const first = ranked.slice(0, k).findIndex((unit) => gold.includes(unit));
    return first < 0 ? 0 : 1 / (first + 1);
  });

/** All in percent. */
export const rankMetrics = (rankings: readonly Ranking[], k: number) => ({
  [`frac@${k}`]: percentOf(rankings, (ranking) => hits(ranking, k) / ranking.gold.length),
  [`any@${k}`]: anyAt(rankings, k),
  [`all@${k}`]: percentOf(rankings, (ranking) => hits(ranking, k) === ranking.gold.length),
  mrr: meanReciprocalRank(rankings, k),
});
