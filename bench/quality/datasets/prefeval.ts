import type { Dataset } from '../dataset.ts';
import { readPrefeval } from '../read/read-prefeval.ts';
import { oncePerRun } from '../run/once-per-run.ts';
import { runTrials } from '../run/trial.ts';
import { anyAt, meanReciprocalRank, type Ranking, rankings } from '../score/rankings.ts';

export const answerPrefeval = oncePerRun((context) => runTrials([readPrefeval(context.folder)], context));

/** Preferences, and questions that share almost no word with the one that matters. */
export const prefeval: Dataset = async (context) => {
  const { engine, keyword } = rankings(await answerPrefeval(context), 10);
  const metricsOf = (ranked: readonly Ranking[]) => ({
    'any@5': anyAt(ranked, 5),
    'any@10': anyAt(ranked, 10),
    mrr: meanReciprocalRank(ranked, 10),
  });
  return {
    n: engine.length,
    metrics: metricsOf(engine),
    keyword: metricsOf(keyword),
  };
};
