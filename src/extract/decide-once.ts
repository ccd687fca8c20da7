import type { ComparedStatement, Comparison, Judge, PairJudgement } from '../reconcile/compare-statements.ts';

/** Decisions on pairs: 'nothing' if both stand, `undefined` if the judge was not trusted. */
export type DecidedPairs = Map<string, Omit<PairJudgement, 'older' | 'newer'> | 'nothing' | undefined>;

/** The key has the texts, since a memory's content may change. */
const keyOf = (older: ComparedStatement | undefined, newer: ComparedStatement | undefined): string =>
  JSON.stringify([older?.id, older?.text, newer?.id, newer?.text]);

/** A judge that asks about each pair once, and shows only statements of undecided pairs. */
export function decideOnce(judge: Judge, decided: DecidedPairs): Judge {
  return async ({ statements, near }) => {
    const keyAt = (older: number, newer: number) => keyOf(statements[older], statements[newer]);
    const undecided = near.filter(({ older, newer }) => !decided.has(keyAt(older, newer)));
    if (undecided.length > 0) await decide({ statements, near: undecided }, judge, decided);
    if (near.some(({ older, newer }) => decided.get(keyAt(older, newer)) === undefined)) return undefined;
    return statements.flatMap((_, newer) =>
      statements.slice(0, newer).flatMap((_, older): PairJudgement[] => {
        const judged = decided.get(keyAt(older, newer));
        return judged === undefined || judged === 'nothing' ? [] : [{ older, newer, ...judged }];
      }),
    );
  };
}

async function decide({ statements, near }: Comparison, judge: Judge, decided: DecidedPairs): Promise<void> {
  const indexes = [...new Set(near.flatMap(({ older, newer }) => [older, newer]))].sort((a, b) => a - b);
  const shown = indexes.flatMap((index) => statements[index] ?? []);
  const judged = await judge({
    statements: shown,
    near: near.map((pair) => ({ ...pair, older: indexes.indexOf(pair.older), newer: indexes.indexOf(pair.newer) })),
  });
  // A judge may relate any two of the statements shown.
  for (const [at, newer] of shown.entries())
    for (const key of shown.slice(0, at).map((older) => keyOf(older, newer)))
      if (!decided.has(key)) decided.set(key, judged === undefined ? undefined : 'nothing');
  for (const { older, newer, ...judgement } of judged ?? []) decided.set(keyOf(shown[older], shown[newer]), judgement);
}
