import type { Dataset } from '../dataset.ts';
import { readRealmem, sessionOf } from '../read/read-realmem.ts';
import { oncePerRun } from '../run/once-per-run.ts';
import { runTrials } from '../run/trial.ts';
import { rankings, rankMetrics } from '../score/rankings.ts';

/** For the keyword search a session is one document. */
export const answerRealmem = oncePerRun((context) =>
  runTrials(readRealmem(context.folder), context, ({ id, turns }) => [
    { unit: id, text: turns.map(({ content }) => content).join('\n') },
  ]),
);

/** Hundreds of sessions with an assistant: find the sessions that a later one builds on. */
export const realmem: Dataset = async (context) => {
  const { engine, keyword } = rankings(await answerRealmem(context), 10, sessionOf);
  return {
    n: engine.length,
    metrics: rankMetrics(engine, 10),
    keyword: rankMetrics(keyword, 10),
  };
};
