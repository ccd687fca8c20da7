import { findDates } from '../../src/languages/english/dates/find-dates.ts';
import { findEntities } from '../../src/languages/english/entities/find-entities.ts';
import type { Dataset, DatasetContext } from './dataset.ts';
import { beam } from './datasets/beam.ts';
import { coding } from './datasets/coding.ts';
import { dates } from './datasets/dates.ts';
import { directives } from './datasets/directives.ts';
import { extraction } from './datasets/extraction.ts';
import { factconsolidation } from './datasets/factconsolidation.ts';
import { locomo } from './datasets/locomo.ts';
import { locomoPlus } from './datasets/locomo-plus.ts';
import { longmemeval } from './datasets/longmemeval.ts';
import { personamem } from './datasets/personamem.ts';
import { precisionmembench } from './datasets/precisionmembench.ts';
import { prefeval } from './datasets/prefeval.ts';
import { profile } from './datasets/profile.ts';
import { realmem } from './datasets/realmem.ts';
import { stories } from './datasets/stories.ts';
import { stsb } from './datasets/stsb.ts';
import { vehiclemembench } from './datasets/vehiclemembench.ts';
import { wnut17 } from './datasets/wnut17.ts';
import { type Figures, type Interval, intervalsOf, metricsOf, type Outcome } from './score/outcome.ts';
import { type Silence, silenceOf } from './score/silence.ts';

export const DATASETS: Readonly<Record<string, Dataset>> = {
  stories,
  locomo,
  longmemeval,
  beam,
  realmem,
  prefeval,
  factconsolidation,
  personamem,
  precisionmembench,
  'locomo-plus': locomoPlus,
  vehiclemembench,
  profile,
  directives,
  coding,
  extraction,
  dates: dates(findDates),
  wnut17: wnut17(findEntities),
  stsb,
};

/** A metric with its interval of 95 %, where it is about single questions. */
export interface Figure extends Partial<Interval> {
  readonly value: number;
}

export interface SetReport {
  /** Questions or items. */
  readonly n: number;
  readonly seconds: number;
  readonly souvenir: Readonly<Record<string, Figure>>;
  readonly keyword?: Readonly<Record<string, Figure>>;
  readonly silence?: Silence;
}

export async function measure(dataset: Dataset, context: DatasetContext): Promise<SetReport> {
  const started = performance.now();
  const { n, outcomes: { souvenir = [], keyword } = {}, figures = {} } = await dataset(context);
  const silence = silenceOf(souvenir);
  return {
    n,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    souvenir: { ...figuresOf(souvenir), ...withoutIntervals(figures) },
    ...(keyword !== undefined && { keyword: figuresOf(keyword) }),
    ...(silence !== undefined && { silence }),
  };
}

function figuresOf(outcomes: readonly Outcome[]): Record<string, Figure> {
  const intervals = intervalsOf(outcomes);
  return Object.fromEntries(
    Object.entries(metricsOf(outcomes)).map(([name, value]) => {
      const { low = Number.NaN, high = Number.NaN } = intervals[name] ?? {};
      return [name, { value: rounded(value), low: rounded(low), high: rounded(high) }];
    }),
  );
}

const withoutIntervals = (figures: Figures): Record<string, Figure> =>
  Object.fromEntries(
    Object.entries(figures).flatMap(([name, value]) =>
      Number.isFinite(value) ? [[name, { value: rounded(value) }]] : [],
    ),
  );

const rounded = (value: number): number => Number(value.toPrecision(4));
