import { type Labelled, type Labels, Series } from './series.ts';

/** A count that only grows. */
export class Counter<Label extends string = never> {
  readonly kind = 'counter';
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
  readonly #series: Series<Label, { total: number }>;

  constructor(name: string, help: string, labels: readonly Label[] = []) {
    this.name = name;
    this.help = help;
    this.labels = labels;
    this.#series = new Series(labels, () => ({ total: 0 }));
  }

  /** What is no amount is left out: one bad number would spoil the total for good. */
  add(labels: Labels<Label>, by = 1): void {
    if (by > 0 && by < Infinity) this.#series.of(labels).total += by;
  }

  read(): Labelled<number>[] {
    return this.#series.entries().map(({ labels, value }) => ({ labels, value: value.total }));
  }
}
