import type { Answered } from '../run/trial.ts';
import type { Question } from '../trial-data.ts';
import type { Outcome, Outcomes } from './outcome.ts';

/** One question's ranked source units beside the units that answer it. */
export interface Ranking {
  readonly ranked: readonly string[];
  readonly gold: readonly string[];
}

const UNITS_PER_ITEM = 3;
const DEPTH = 20;

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

export const percentOf = <Item>(items: readonly Item[], score: (item: Item) => number | boolean): number =>
  (100 * items.reduce((sum, item) => sum + Number(score(item)), 0)) / items.length;

export const hasAny = (ranking: Ranking, k: number): boolean => hits(ranking, k) > 0;

function hits({ ranked, gold }: Ranking, k: number): number {
  const top = new Set(ranked.slice(0, k));
  return gold.filter((unit) => top.has(unit)).length;
}

/** The measures that the field compares, each from 0 to 1. */
export function rankScores(ranking: Ranking): Record<string, number> {
  const { ranked, gold } = ranking;
  const share = (k: number) => hits(ranking, k) / gold.length;
  const first = ranked.slice(0, 10).findIndex((unit) => gold.includes(unit));
  const gain = (rank: number) => 1 / Math.log2(rank + 2);
  const gained = ranked.slice(0, 10).reduce((sum, unit, rank) => sum + (gold.includes(unit) ? gain(rank) : 0), 0);
  const ideal = gold.slice(0, 10).reduce((sum, _, rank) => sum + gain(rank), 0);
  return {
    'R@1': Number(hasAny(ranking, 1)),
    'any@5': Number(hasAny(ranking, 5)),
    'any@10': Number(hasAny(ranking, 10)),
    'all@5': Number(share(5) === 1),
    'all@10': Number(share(10) === 1),
    'frac@10': share(10),
    'frac@20': share(20),
    mrr: first < 0 ? 0 : 1 / (first + 1),
    'nDCG@10': gained / ideal,
  };
}

/** The unit of a ranking: turns, or their sessions. */
export interface Level<Asked extends Question = Question> {
  readonly prefix?: string;
  /** A turn's unit, if it counts. */
  readonly unitOf?: (turn: string) => string | undefined;
  readonly goldOf?: (question: Asked) => readonly string[];
}

/** The outcomes of the engine and of the keyword search; confidence and silence count what is right on the first level. */
export function outcomesOf<Asked extends Question>(
  answered: readonly Answered<Asked>[],
  levels: readonly Level<Asked>[] = [{}],
  more: (ranked: readonly string[], question: Asked) => Outcome['scores'] = () => ({}),
): Outcomes {
  const outcome = (
    { question, group }: Answered<Asked>,
    items: readonly (readonly string[])[],
    withheld: readonly (readonly string[])[],
    confidence: number,
  ): Outcome => {
    const rank = (given: readonly (readonly string[])[], { unitOf = (turn) => turn, goldOf }: Level<Asked>) => ({
      ranked: rankUnits(
        given.map((turns) => turns.flatMap((turn) => unitOf(turn) ?? [])),
        DEPTH,
      ),
      gold: [...new Set(goldOf?.(question) ?? question.gold)],
    });
    const { unanswerable, section } = question;
    const [level = {}] = levels;
    const first = rank(items, level);
    const given = items.length > 0 ? first : rank(withheld, level);
    return {
      ...{ section, group },
      scores:
        unanswerable === undefined
          ? { ...scoresAt(levels, (each) => rank(items, each)), ...more(first.ranked, question) }
          : {},
      answer: {
        ...{ unanswerable, confidence, isSilent: items.length === 0 },
        first: hasAny(given, 1) ? 'right' : 'wrong',
        holds: hasAny(given, 10),
      },
    };
  };
  const turnsOf = (items: Answered<Asked>['answer']['items']) => items.map(({ provenance }) => provenance.turnIds);
  return {
    souvenir: answered.map((each) =>
      outcome(each, turnsOf(each.answer.items), turnsOf(each.answer.withheld), each.answer.confidence),
    ),
    keyword: answered.map((each) =>
      outcome(
        each,
        each.keyword.map(({ unit }) => [unit]),
        [],
        each.keyword[0]?.score ?? 0,
      ),
    ),
  };
}

function scoresAt<Asked extends Question>(
  levels: readonly Level<Asked>[],
  rank: (level: Level<Asked>) => Ranking,
): Record<string, number> {
  const entries = levels.flatMap((level) => {
    const ranking = rank(level);
    const prefix = level.prefix === undefined ? '' : `${level.prefix}.`;
    return ranking.gold.length === 0
      ? []
      : Object.entries(rankScores(ranking)).map(([name, score]) => [`${prefix}${name}`, score] as const);
  });
  return Object.fromEntries(entries);
}
