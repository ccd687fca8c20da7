import { seededRandom } from '../../random.ts';
import { auroc } from './rank-statistics.ts';

export type Figures = Readonly<Record<string, number>>;

/** The share of a question in a metric: a number from 0 to 1, or so many of so many. */
export type Score = number | readonly [part: number, whole: number];

/** One question as one system answered it. */
export interface Outcome {
  /** A part of the set that is reported by itself, as a language or a size. */
  readonly section?: string | undefined;
  /** The chat, story or person that it is about: intervals resample these as a whole. */
  readonly group: string;
  /** A metric is the mean over the outcomes that have it, in percent. */
  readonly scores: Readonly<Record<string, Score>>;
  readonly answer?: Answered;
}

/** What is recalled where nothing keeps recall silent, and how sure it is. */
interface Answered {
  /** Why the memory has no answer; undefined where it has one. */
  readonly unanswerable?: string | undefined;
  readonly confidence: number;
  readonly isSilent: boolean;
  /** The first item. */
  readonly first: 'right' | 'outdated' | 'wrong';
  /** The items contain the whole answer. */
  readonly holds: boolean;
}

/** Of the engine, and of the keyword search. */
export type Outcomes = Readonly<Record<'souvenir' | 'keyword', readonly Outcome[]>>;

export const UNANSWERABLE = 'unanswerable';
const RESAMPLES = 1000;
/** With fewer chats than this, an interval resamples questions. */
const MIN_GROUPS = 3;
export const BOOTSTRAP_SEED = 43;

type Tally = (chosen: readonly number[]) => Record<string, number>;

/** Every metric by section: means in percent, silence, and how well confidence tells answerable questions from others. */
export const metricsOf = (outcomes: readonly Outcome[]): Figures => tallyOf(outcomes)([...outcomes.keys()]);

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Bootstrap intervals of 95 %, the same in every run. */
export function intervalsOf(outcomes: readonly Outcome[]): Readonly<Record<string, Interval>> {
  const tally = tallyOf(outcomes);
  const byGroup = [...Map.groupBy(outcomes.keys(), (at) => outcomes[at]?.group).values()];
  const units = byGroup.length < MIN_GROUPS ? [...outcomes.keys()].map((at) => [at]) : byGroup;
  const random = seededRandom(BOOTSTRAP_SEED);
  const samples: Record<string, number[]> = {};
  for (let draw = 0; draw < RESAMPLES; draw++) {
    const chosen = units.flatMap(() => random.pick(units));
    for (const [name, value] of Object.entries(tally(chosen)))
      if (Number.isFinite(value)) {
        samples[name] ??= [];
        samples[name].push(value);
      }
  }
  return Object.fromEntries(
    Object.entries(samples).map(([name, values]) => {
      const sorted = values.toSorted((a, b) => a - b);
      const quantile = (share: number) => sorted[Math.round(share * (sorted.length - 1))] as number;
      return [name, { low: quantile(0.025), high: quantile(0.975) }];
    }),
  );
}

function tallyOf(outcomes: readonly Outcome[]): Tally {
  const names = [...new Set(outcomes.flatMap((outcome) => Object.keys(scoresOf(outcome)).map(named(outcome))))];
  const column = new Map(names.map((name, at) => [name, at]));
  const rows = outcomes.map((outcome) =>
    Object.entries(scoresOf(outcome)).map(([name, score]) => {
      const [part, whole] = typeof score === 'number' ? [score, 1] : score;
      return { at: column.get(named(outcome)(name)) as number, part, whole };
    }),
  );
  return (chosen) => {
    const [parts, wholes] = [new Float64Array(names.length), new Float64Array(names.length)];
    for (const index of chosen)
      for (const { at, part, whole } of rows[index] ?? []) {
        parts[at] = (parts[at] ?? 0) + part;
        wholes[at] = (wholes[at] ?? 0) + whole;
      }
    const means = names.map((name, at) => [name, (100 * (parts[at] ?? 0)) / (wholes[at] ?? 0)] as const);
    return {
      ...Object.fromEntries(means.filter(([, mean]) => Number.isFinite(mean))),
      ...aurocs(chosen.flatMap((at) => outcomes[at] ?? [])),
    };
  };
}

const named =
  ({ section }: Outcome) =>
  (name: string): string =>
    section === undefined ? name : `${section}.${name}`;

const scoresOf = ({ scores, answer }: Outcome): Outcome['scores'] =>
  answer === undefined
    ? scores
    : { ...scores, [`silent.${answer.unanswerable ?? 'answerable'}`]: Number(answer.isSilent) };

function aurocs(outcomes: readonly Outcome[]): Record<string, number> {
  const bySection = Map.groupBy(outcomes, (outcome) => named(outcome)('auroc'));
  return Object.fromEntries(
    [...bySection].flatMap(([name, own]) => {
      const { answerable = [], ...others } = Object.groupBy(
        own.flatMap(({ answer }) => answer ?? []),
        ({ unanswerable = 'answerable' }) => unanswerable,
      );
      const confidences = (answers: readonly Answered[]) => answers.map(({ confidence }) => confidence);
      return Object.entries(others).flatMap(([reason, answers = []]) =>
        answerable.length === 0
          ? []
          : [
              [
                reason === UNANSWERABLE ? name : `${name}.${reason}`,
                auroc(confidences(answerable), confidences(answers)),
              ],
            ],
      );
    }),
  );
}
