import { type Outcome, UNANSWERABLE } from './outcome.ts';

/** The costs and savings of silence below a threshold; every figure is a share. */
export interface SilencePoint {
  readonly threshold: number;
  /** Of the questions with an answer, those that get one. */
  readonly coverage: number;
  /** Of these, those whose first item is wrong or outdated. */
  readonly wrongFirst: number;
  readonly outdatedFirst: number;
  /** Of the questions without an answer, those that get something. */
  readonly falseAnswers: number;
  /** Of all that get something, those that get no whole answer among its items. */
  readonly error: number;
  readonly answered: number;
}

export interface Reliability {
  /** Answers of a confidence in a tenth of the scale: their mean confidence, and the share that holds the answer. */
  readonly bins: readonly { readonly confidence: number; readonly holds: number; readonly n: number }[];
  /** The mean distance between the two, by the number of answers. */
  readonly expectedError: number;
}

export interface Silence {
  readonly curve: readonly SilencePoint[];
  readonly reliability: Reliability;
  /** Of the questions, those that have no answer. */
  readonly unanswerable: number;
}

const THRESHOLDS = [0, 5, 10, 15, 20, 30, 40, 50, 60, 70, 80, 85, 90, 92, 94, 95, 96, 97, 98, 99].map(
  (each) => each / 100,
);
const BINS = 10;

type Answer = NonNullable<Outcome['answer']>;

/** Undefined where nothing is known of silence. Questions of other chats are left out: there would be as many of them as one likes. */
export function silenceOf(outcomes: readonly Outcome[]): Silence | undefined {
  const answers = outcomes.flatMap(({ answer }) =>
    answer === undefined || (answer.unanswerable !== undefined && answer.unanswerable !== UNANSWERABLE) ? [] : answer,
  );
  if (answers.length === 0) return undefined;
  const unanswerable = share(answers, (answer) => answer.unanswerable !== undefined);
  return { curve: THRESHOLDS.map((each) => pointAt(each, answers)), reliability: reliabilityOf(answers), unanswerable };
}

function pointAt(threshold: number, answers: readonly Answer[]): SilencePoint {
  const isAnswered = ({ confidence }: Answer) => confidence >= threshold;
  const answered = answers.filter(isAnswered);
  const answerable = answers.filter((answer) => answer.unanswerable === undefined);
  const others = answers.filter((answer) => answer.unanswerable !== undefined);
  const given = answerable.filter(isAnswered);
  return {
    threshold,
    coverage: share(answerable, isAnswered),
    wrongFirst: share(given, ({ first }) => first !== 'right'),
    outdatedFirst: share(given, ({ first }) => first === 'outdated'),
    falseAnswers: share(others, isAnswered),
    error: share(answered, ({ holds }) => !holds),
    answered: answered.length,
  };
}

function reliabilityOf(answers: readonly Answer[]): Reliability {
  const byBin = Map.groupBy(answers, ({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)));
  const bins = [...byBin]
    .sort(([a], [b]) => a - b)
    .map(([, own]) => ({
      confidence: own.reduce((sum, { confidence }) => sum + confidence, 0) / own.length,
      holds: share(own, ({ holds }) => holds),
      n: own.length,
    }));
  const distance = bins.reduce((sum, { confidence, holds, n }) => sum + n * Math.abs(confidence - holds), 0);
  return { bins, expectedError: distance / answers.length };
}

/** 0 of none. */
const share = <Item>(items: readonly Item[], isCounted: (item: Item) => boolean): number =>
  items.length === 0 ? 0 : items.filter(isCounted).length / items.length;
