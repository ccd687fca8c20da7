import type { Dataset } from '../dataset.ts';
import { readLocomo } from '../read/read-locomo.ts';
import { runTrials } from '../run/trial.ts';
import { rankings, rankMetrics } from '../score/rankings.ts';

/** Long chats of two people over months: find the turns that answer a question. */
export const locomo: Dataset = async (context) => {
  const chats = readLocomo(context.folder).map((chat) => ({
    ...chat,
    questions: chat.questions.filter(({ answerable }) => answerable),
  }));
  const { engine, keyword } = rankings(await runTrials(chats, context), 10);
  return {
    n: engine.length,
    metrics: rankMetrics(engine, 10),
    keyword: rankMetrics(keyword, 10),
  };
};
