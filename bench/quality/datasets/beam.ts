import type { Dataset } from '../dataset.ts';
import { isUser, readBeam } from '../read/read-beam.ts';
import { oncePerRun } from '../run/once-per-run.ts';
import { runTrials } from '../run/trial.ts';
import { percentOf, type Ranking, rankings, rankMetrics } from '../score/rankings.ts';

/** Also what nothing answers. */
export const answerBeam = oncePerRun((context) => runTrials(readBeam(context.folder), context));

/** Long chats of a user and an assistant: find what the user said. */
export const beam: Dataset = async (context) => {
  const answered = (await answerBeam(context)).filter(
    ({ question }) => question.answerable && question.gold.length > 0,
  );
  const { engine, keyword } = rankings(answered, 10, (unit) => (isUser(unit) ? unit : undefined));
  const metricsOf = (ranked: readonly Ranking[]) => ({
    ...rankMetrics(ranked, 10),
    'updated-above-original': updatedAboveOriginal(
      answered.flatMap(({ question: { update } }, at) =>
        update ? [{ ...update, ranked: ranked[at]?.ranked ?? [] }] : [],
      ),
    ),
  });
  return {
    n: answered.length,
    metrics: metricsOf(engine),
    keyword: metricsOf(keyword),
  };
};

export interface Update {
  readonly ranked: readonly string[];
  readonly original: readonly string[];
  readonly updated: readonly string[];
}

/** Some updated message is in the list, and no original above it; in percent. */
export const updatedAboveOriginal = (updates: readonly Update[]): number =>
  percentOf(updates, ({ ranked, original, updated }) =>
    updated.includes(ranked.find((unit) => updated.includes(unit) || original.includes(unit)) ?? ''),
  );
