import type { Dataset, Figures } from '../dataset.ts';
import { type LocomoChat, readLocomo } from '../read/read-locomo.ts';
import { foreignQuestions } from '../run/foreign-questions.ts';
import { type Answered, runTrials } from '../run/trial.ts';
import { auroc } from '../score/rank-statistics.ts';
import { percentOf } from '../score/rankings.ts';
import type { Question, Trial } from '../trial-data.ts';
import { answerBeam } from './beam.ts';
import { answerPrefeval } from './prefeval.ts';
import { answerRealmem } from './realmem.ts';

type Sort =
  | 'answerable'
  | 'unanswerable'
  | 'other'
  | 'otherRenamed'
  | 'beam'
  | 'beamAbstention'
  | 'realmem'
  | 'prefeval';

interface SortedQuestion extends Question {
  readonly sort: Sort;
}

const EMPTY = ['answerable', 'unanswerable', 'other', 'otherRenamed', 'beam', 'realmem', 'prefeval'] as const;

/** Whether the engine knows what it does not know: its confidence, and how often it stays silent. */
export const silence: Dataset = async (context) => {
  const chats = firstOfEachSort(locomoTrials(readLocomo(context.folder)), context.limit);
  const locomo = await runTrials(chats, { ...context, limit: Infinity });
  const sorted: { sort: Sort; answered: Answered<Question> }[] = [
    ...locomo.map((answered) => ({ sort: answered.question.sort, answered })),
    ...(await answerBeam(context)).map((answered) => ({
      sort: answered.question.answerable ? ('beam' as const) : ('beamAbstention' as const),
      answered,
    })),
    ...(await answerRealmem(context)).map((answered) => ({ sort: 'realmem' as const, answered })),
    ...(await answerPrefeval(context)).map((answered) => ({ sort: 'prefeval' as const, answered })),
  ];
  const engine = sorted.map(({ sort, answered: { answer } }) => ({
    sort,
    confidence: answer.confidence,
    empty: answer.items.length === 0,
  }));
  const keyword = sorted.map(({ sort, answered: { keyword: hits } }) => ({
    sort,
    confidence: hits[0]?.score ?? 0,
    empty: hits.length === 0,
  }));
  return {
    n: sorted.length,
    metrics: metricsOf(engine),
    keyword: metricsOf(keyword),
  };
};

function locomoTrials(chats: readonly LocomoChat[]): Trial<SortedQuestion>[] {
  const foreign = foreignQuestions(chats);
  const without = (texts: readonly string[] = [], sort: Sort) => texts.map((text) => ({ text, gold: [], sort }));
  return chats.map(({ questions, ...chat }, at) => ({
    ...chat,
    questions: [
      ...questions.map(
        (question): SortedQuestion => ({ ...question, sort: question.answerable ? 'answerable' : 'unanswerable' }),
      ),
      ...without(foreign[at]?.plain, 'other'),
      ...without(foreign[at]?.renamed, 'otherRenamed'),
    ],
  }));
}

function firstOfEachSort(trials: readonly Trial<SortedQuestion>[], limit: number): Trial<SortedQuestion>[] {
  const taken = new Map<Sort, number>();
  return trials.map((trial) => ({
    ...trial,
    questions: trial.questions.filter(({ sort }) => {
      const count = (taken.get(sort) ?? 0) + 1;
      taken.set(sort, count);
      return count <= limit;
    }),
  }));
}

interface Outcome {
  readonly sort: Sort;
  readonly confidence: number;
  readonly empty: boolean;
}

function metricsOf(outcomes: readonly Outcome[]): Figures {
  const of = (wanted: Sort) => outcomes.filter(({ sort }) => sort === wanted);
  const confidences = (sort: Sort) => of(sort).map(({ confidence }) => confidence);
  return {
    'auroc.locomo': auroc(confidences('answerable'), confidences('unanswerable')),
    'auroc.beam': auroc(confidences('beam'), confidences('beamAbstention')),
    'auroc.other': auroc(confidences('answerable'), confidences('other')),
    'auroc.otherRenamed': auroc(confidences('answerable'), confidences('otherRenamed')),
    ...Object.fromEntries(EMPTY.map((sort) => [`empty.${sort}`, percentOf(of(sort), ({ empty }) => empty)])),
  };
}
