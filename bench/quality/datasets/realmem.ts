import type { Dataset } from '../dataset.ts';
import { readRealmem, sessionOf } from '../read/read-realmem.ts';
import { runTrials } from '../run/trial.ts';
import { outcomesOf } from '../score/rankings.ts';

/** Hundreds of sessions with an assistant: find the sessions that a later one builds on. For the keyword search a session is one document. */
export const realmem: Dataset = async (context) => {
  const answered = await runTrials(readRealmem(context.folder), context, ({ id, turns }) => [
    { unit: id, text: turns.map(({ content }) => content).join('\n') },
  ]);
  return { n: answered.length, outcomes: outcomesOf(answered, [{ unitOf: sessionOf }]) };
};
