type Labels<Label extends string> = Readonly<Record<Label, string>>;

export interface Labelled<Value> {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: Value;
}

/** Distinct values of a label; further ones are counted as `other`. */
export const MAX_LABEL_VALUES = 50;
const OVERFLOW_LABEL = 'other';

class Series<Label extends string, Value> {
  readonly #labels: readonly Label[];
  readonly #begin: () => Value;
  readonly #maxValues: number;
  readonly #known: readonly Set<string>[];
  readonly #all = new Map<string, Labelled<Value>>();

  constructor(labels: readonly Label[], begin: () => Value, maxValues: number) {
    this.#labels = labels;
    this.#begin = begin;
    this.#maxValues = maxValues;
    this.#known = labels.map(() => new Set());
    if (labels.length === 0) this.of({} as Labels<Label>);
  }

  of(given: Labels<Label>): Value {
    let key = '';
    for (const label of this.#labels) key += `${given[label]}\0`;
    return (this.#all.get(key) ?? this.#bounded(given)).value;
  }

  entries(): Labelled<Value>[] {
    return [...this.#all.values()];
  }

  #bounded(given: Labels<Label>): Labelled<Value> {
    const values = this.#labels.map((label, at) => {
      const known = this.#known[at] as Set<string>;
      if (known.size >= this.#maxValues && !known.has(given[label])) return OVERFLOW_LABEL;
      known.add(given[label]);
      return given[label];
    });
    const key = values.map((value) => `${value}\0`).join('');
    const existing = this.#all.get(key);
    if (existing !== undefined) return existing;
    const labels = Object.fromEntries(this.#labels.map((label, at) => [label, values[at] as string]));
    const begun = { labels, value: this.#begin() };
    this.#all.set(key, begun);
    return begun;
  }
}

/** A count that only grows. */
export class Counter<Label extends string = never> {
  readonly kind = 'counter';
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
  readonly #series: Series<Label, { total: number }>;

  constructor(name: string, help: string, labels: readonly Label[] = [], maxValues = MAX_LABEL_VALUES) {
    this.name = name;
    this.help = help;
    this.labels = labels;
    this.#series = new Series(labels, () => ({ total: 0 }), maxValues);
  }

  /** Ignores numbers that are not positive and finite: one would spoil the total. */
  add(labels: Labels<Label>, by = 1): void {
    if (by > 0 && by < Infinity) this.#series.of(labels).total += by;
  }

  read(): Labelled<number>[] {
    return this.#series.entries().map(({ labels, value }) => ({ labels, value: value.total }));
  }
}

export interface Distribution {
  /** Values up to each bound and above the one before it; the last count is of values above every bound. */
  readonly counts: readonly number[];
  readonly count: number;
  readonly sum: number;
  readonly max: number;
}

/** The distribution of values over buckets with fixed bounds. */
export class Histogram<Label extends string = never> {
  readonly kind = 'histogram';
  readonly name: string;
  readonly help: string;
  /** Inclusive upper bounds, ascending. */
  readonly bounds: readonly number[];
  readonly labels: readonly Label[];
  readonly #series: Series<Label, { counts: number[]; count: number; sum: number; max: number }>;

  constructor(name: string, help: string, bounds: readonly number[], labels: readonly Label[] = []) {
    this.name = name;
    this.help = help;
    this.bounds = bounds;
    this.labels = labels;
    const begin = () => ({ counts: new Array<number>(bounds.length + 1).fill(0), count: 0, sum: 0, max: 0 });
    this.#series = new Series(labels, begin, MAX_LABEL_VALUES);
  }

  /** Ignores numbers that are negative or not finite: one would spoil the sum. */
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

  /** Adds a distribution over the same bounds. */
  absorb(labels: Labels<Label>, observed: Distribution): void {
    const series = this.#series.of(labels);
    Object.assign(series, mergeDistributions(series, observed));
  }

  read(): Labelled<Distribution>[] {
    return this.#series
      .entries()
      .map(({ labels, value }) => ({ labels, value: { ...value, counts: [...value.counts] } }));
  }
}

export const mergeDistributions = (one: Distribution, other: Distribution): Distribution => ({
  counts: one.counts.map((inBucket, at) => inBucket + (other.counts[at] ?? 0)),
  count: one.count + other.count,
  sum: one.sum + other.sum,
  max: Math.max(one.max, other.max),
});

/** The value below which this share of values lies, interpolated within its bucket; at most the maximum observed. */
export function quantile({ counts, count, max }: Distribution, bounds: readonly number[], share: number): number {
  const rank = share * count;
  let below = 0;
  for (const [at, inBucket] of counts.entries()) {
    if (inBucket > 0 && below + inBucket >= rank) {
      const from = bounds[at - 1] ?? 0;
      const to = Math.min(bounds[at] ?? max, max);
      return from + (to - from) * ((rank - below) / inBucket);
    }
    below += inBucket;
  }
  return max;
}
