import type { Dataset } from '../dataset.ts';
import { type BeamQuestion, isUser, readBeam } from '../read/read-beam.ts';
import { runTrials } from '../run/trial.ts';
import { outcomesOf } from '../score/rankings.ts';

/** Long chats of a user and an assistant, by size: find what the user said. */
export const beam: Dataset = async (context) => {
  const answered = await runTrials(readBeam(context.folder), context);
  const userOnly = [{ unitOf: (unit: string) => (isUser(unit) ? unit : undefined) }];
  return {
    n: answered.length,
    outcomes: outcomesOf(answered, userOnly, (ranked, { update }) =>
      update === undefined ? {} : { 'updated-above-original': Number(isUpdateFirst(ranked, update)) },
    ),
  };
};

/** Some updated message is in the list, and no original above it. */
export const isUpdateFirst = (
  ranked: readonly string[],
  { original, updated }: NonNullable<BeamQuestion['update']>,
): boolean =>
  updated.includes(ranked.slice(0, 10).find((unit) => updated.includes(unit) || original.includes(unit)) ?? '');
