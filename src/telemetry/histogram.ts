import { type Labelled, type Labels, Series } from './series.ts';

export interface Distribution {
  /** How many values were at most each bound and above the one before it; the last are those above every bound. */
  readonly counts: readonly number[];
  readonly count: number;
  readonly sum: number;
  readonly max: number;
}

/** How values are spread over buckets with fixed bounds. */
export class Histogram<Label extends string = never> {
  readonly kind = 'histogram';
  readonly name: string;
  readonly help: string;
  /** Upper bounds, each part of its bucket, ascending. */
  readonly bounds: readonly number[];
  readonly labels: readonly Label[];
  readonly #series: Series<Label, { counts: number[]; count: number; sum: number; max: number }>;

  constructor(name: string, help: string, bounds: readonly number[], labels: readonly Label[] = []) {
    this.name = name;
    this.help = help;
    this.bounds = bounds;
    this.labels = labels;
    this.#series = new Series(labels, () => ({
      ...{ counts: new Array<number>(bounds.length + 1).fill(0), count: 0, sum: 0, max: 0 },
    }));
  }

  /** What is no measure is left out: one bad number would spoil the sum for good. */
  observe(labels: Labels<Label>, value: number): void {
    if (!(value >= 0 && value < Infinity)) return;
    const series = this.#series.of(labels);
    let bucket = 0;
    while (bucket < this.bounds.length && value > (this.bounds[bucket] as number)) bucket++;
    series.counts[bucket] = (series.counts[bucket] as number) + 1;
    series.count++;
    series.sum += value;
    if (value > series.max) series.max = value;
  }

  /** Adds what was observed elsewhere within the same bounds. */
  absorb(labels: Labels<Label>, observed: Distribution): void {
    const series = this.#series.of(labels);
    Object.assign(series, joined(series, observed));
  }

  read(): Labelled<Distribution>[] {
    return this.#series
      .entries()
      .map(({ labels, value }) => ({ labels, value: { ...value, counts: [...value.counts] } }));
  }
}

/** Two of the same bounds as one. */
export const joined = (one: Distribution, other: Distribution): Distribution => ({
  counts: one.counts.map((held, at) => held + (other.counts[at] ?? 0)),
  count: one.count + other.count,
  sum: one.sum + other.sum,
  max: Math.max(one.max, other.max),
});
