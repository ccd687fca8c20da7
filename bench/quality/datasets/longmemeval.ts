import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Dataset } from '../dataset.ts';
import { readLongmemeval, sessionOf } from '../read/read-longmemeval.ts';
import { runTrials } from '../run/trial.ts';
import { outcomesOf } from '../score/rankings.ts';

const FILES = ['s', 's_cleaned', 'm', 'm_cleaned', 'oracle'].map((variant) => `longmemeval_${variant}.json`);

/** A haystack of sessions for each question: find the sessions, and in them the turns, that hold the answer. */
export const longmemeval: Dataset = async (context) => {
  const answered = await runTrials(readLongmemeval(fileIn(context.folder)), context);
  return {
    n: answered.length,
    outcomes: outcomesOf(answered, [
      { prefix: 'session', unitOf: sessionOf, goldOf: ({ goldSessions }) => goldSessions },
      { prefix: 'turn' },
    ]),
  };
};

/** The folder may also name the file itself, or hold it. */
function fileIn(folder: string): string {
  if (folder.endsWith('.json')) return folder;
  const paths = FILES.flatMap((file) => [join(folder, 'longmemeval', file), join(folder, file)]);
  return paths.find(existsSync) ?? (paths[0] as string);
}
