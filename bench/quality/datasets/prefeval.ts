import type { Dataset } from '../dataset.ts';
import { readPrefeval } from '../read/read-prefeval.ts';
import { runTrials } from '../run/trial.ts';
import { outcomesOf } from '../score/rankings.ts';

/** Preferences, and questions that share almost no word with the one that matters. */
export const prefeval: Dataset = async (context) => {
  const answered = await runTrials([readPrefeval(context.folder)], context);
  return { n: answered.length, outcomes: outcomesOf(answered) };
};
