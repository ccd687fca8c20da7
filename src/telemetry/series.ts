export type Labels<Label extends string> = Readonly<Record<Label, string>>;

export interface Labelled<Value> {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: Value;
}

/** How many different values a label takes; what comes after them is counted as `other`. */
export const MOST_LABEL_VALUES = 50;
const BEYOND = 'other';

/** One value for each combination of labels, of which there are never more than a few. */
export class Series<Label extends string, Value> {
  readonly #labels: readonly Label[];
  readonly #begin: () => Value;
  readonly #known: readonly Set<string>[];
  readonly #all = new Map<string, Labelled<Value>>();

  constructor(labels: readonly Label[], begin: () => Value) {
    this.#labels = labels;
    this.#begin = begin;
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
      if (known.size >= MOST_LABEL_VALUES && !known.has(given[label])) return BEYOND;
      known.add(given[label]);
      return given[label];
    });
    const key = values.map((value) => `${value}\0`).join('');
    const held = this.#all.get(key);
    if (held !== undefined) return held;
    const labels = Object.fromEntries(this.#labels.map((label, at) => [label, values[at] as string]));
    const begun = { labels, value: this.#begin() };
    this.#all.set(key, begun);
    return begun;
  }
}
