import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Dataset, Figures } from '../dataset.ts';
import { readLongmemeval, sessionOf } from '../read/read-longmemeval.ts';
import { runTrials } from '../run/trial.ts';
import { type Ranking, rankings, rankMetrics } from '../score/rankings.ts';

const FILES = ['s', 's_cleaned', 'm', 'm_cleaned', 'oracle'].map((variant) => `longmemeval_${variant}.json`);

/** A haystack of sessions for each question: find the sessions, and in them the turns, that hold the answer. */
export const longmemeval: Dataset = async (context) => {
  const answered = await runTrials(readLongmemeval(fileIn(context.folder)), context);
  const turns = rankings(
    answered.filter(({ question }) => question.gold.length > 0),
    10,
  );
  const sessions = rankings(
    answered.map((one) => ({ ...one, question: { ...one.question, gold: one.question.goldSessions } })),
    10,
    sessionOf,
  );
  return {
    n: answered.length,
    metrics: { ...named('session', sessions.engine), ...named('turn', turns.engine) },
    keyword: { ...named('session', sessions.keyword), ...named('turn', turns.keyword) },
  };
};

const named = (level: string, ranked: readonly Ranking[]): Figures =>
  Object.fromEntries(Object.entries(rankMetrics(ranked, 10)).map(([name, figure]) => [`${level}.${name}`, figure]));

/** The folder may also name the file itself. */
function fileIn(folder: string): string {
  if (folder.endsWith('.json')) return folder;
  const paths = FILES.map((file) => join(folder, 'longmemeval', file));
  return paths.find(existsSync) ?? (paths[0] as string);
}
