import type { RerankCandidate } from '../../../src/contracts/reranker.ts';
import type { DatasetContext } from '../dataset.ts';
import { GENERAL_QUESTIONS } from '../made-up/general-questions.ts';
import { madeUpTrials } from '../made-up/made-up-trials.ts';
import { isUser, readBeam } from '../read/read-beam.ts';
import { readLocomo } from '../read/read-locomo.ts';
import { readPrefeval } from '../read/read-prefeval.ts';
import { readRealmem, sessionOf } from '../read/read-realmem.ts';
import { foreignQuestions } from '../run/foreign-questions.ts';
import { groupOf } from '../run/trial.ts';
import type { Question, Trial } from '../trial-data.ts';
import { watchTrial } from './watch-trial.ts';

/** Whether the memory holds an answer, and if not, what kind of question it is. */
export type Sort = 'own' | 'unanswerable' | 'foreign' | 'renamed';

interface SortedQuestion extends Question {
  readonly sort: Sort;
}

/** One question as the ranker saw it. */
export interface Example {
  readonly dataset: string;
  /** The chat, person or topic: what is left out together. */
  readonly group: string;
  readonly sort: Sort;
  readonly gold: readonly string[];
  readonly candidates: readonly (Pick<RerankCandidate, 'features'> & {
    /** What counts in the dataset's ranking; none for what is skipped there. */
    readonly unit: string | undefined;
  })[];
}

type UnitOf = (turn: string) => string | undefined;
const userOnly: UnitOf = (turn) => (isUser(turn) ? turn : undefined);

/** Every question of the mixture, answerable or not, with the features of all its candidates. */
export async function examples(context: DatasetContext): Promise<Example[]> {
  const mixture: [string, Trial<SortedQuestion>[], UnitOf][] = [
    ['locomo', locomoTrials(context.folder), (turn) => turn],
    ['beam', withForeign(readBeam(context.folder).map(sorted)), userOnly],
    ['realmem', realmemTrials(context.folder), sessionOf],
    ['prefeval', [withGeneral(sorted(readPrefeval(context.folder)))], (turn) => turn],
    ['made-up', madeUpTrials().map((trial) => withGeneral(sorted(trial))), userOnly],
  ];
  const matches: Example[] = [];
  for (const [dataset, trials, unitOf] of mixture)
    for (const trial of trials)
      for (const { question, candidates, unitsOf } of await watchTrial(trial, context))
        matches.push({
          dataset,
          group: groupOf(question, trial),
          sort: question.sort,
          gold: question.gold,
          candidates: candidates.map(({ memoryId, features }) => ({
            features,
            unit: unitsOf(memoryId).flatMap((turn) => unitOf(turn) ?? [])[0],
          })),
        });
  return matches;
}

const asked = (texts: readonly string[] = [], sort: Sort): SortedQuestion[] =>
  texts.map((text) => ({ text, gold: [], sort }));

function sorted(trial: Trial): Trial<SortedQuestion> {
  const questions = trial.questions.filter(({ unanswerable, gold }) => unanswerable !== undefined || gold.length > 0);
  return {
    ...trial,
    questions: questions.map((question) => ({
      ...question,
      sort: question.unanswerable === undefined ? 'own' : 'unanswerable',
    })),
  };
}

/** Each memory is also asked what only the one before it can answer. */
const withForeign = (trials: readonly Trial<SortedQuestion>[]): Trial<SortedQuestion>[] =>
  trials.map((trial, at) => {
    const others = trials.at(at - 1)?.questions.filter(({ sort }) => sort === 'own') ?? [];
    return {
      ...trial,
      questions: [
        ...trial.questions,
        ...asked(
          others.map(({ text }) => text),
          'foreign',
        ),
      ],
    };
  });

const withGeneral = (trial: Trial<SortedQuestion>): Trial<SortedQuestion> => ({
  ...trial,
  questions: [...trial.questions, ...asked(GENERAL_QUESTIONS, 'foreign')],
});

function locomoTrials(folder: string): Trial<SortedQuestion>[] {
  const chats = readLocomo(folder);
  const foreign = foreignQuestions(chats);
  return chats.map((chat, at) => ({
    ...chat,
    questions: [
      ...sorted(chat).questions,
      ...asked(foreign[at]?.plain, 'foreign'),
      ...asked(foreign[at]?.renamed, 'renamed'),
    ],
  }));
}

/** Foreign questions are asked at the end, when there is most to mistake them for. */
const realmemTrials = (folder: string): Trial<SortedQuestion>[] => withForeign(readRealmem(folder).map(sorted));
