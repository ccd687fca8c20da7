/** The highest scores of many, in a heap whose root is the lowest kept. */
export class BestCandidates {
  readonly #capacity: number;
  readonly #scores: Float64Array;
  readonly #items: Float64Array;
  #size = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#scores = new Float64Array(capacity);
    this.#items = new Float64Array(capacity);
  }

  /** What a score must exceed to be kept. */
  get bar(): number {
    return this.#size < this.#capacity ? Number.NEGATIVE_INFINITY : (this.#scores[0] as number);
  }

  get items(): Float64Array {
    return this.#items.subarray(0, this.#size);
  }

  offer(item: number, score: number): void {
    if (this.#size < this.#capacity) this.#rise(item, score);
    else if (score > this.bar) this.#sink(item, score);
  }

  #rise(item: number, score: number): void {
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#scores[parent] as number) <= score) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, item, score);
  }

  #sink(item: number, score: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && (this.#scores[child + 1] as number) < (this.#scores[child] as number)) child += 1;
      if ((this.#scores[child] as number) >= score) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, item, score);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#items[from] as number, this.#scores[from] as number);
  }

  #put(at: number, item: number, score: number): void {
    this.#items[at] = item;
    this.#scores[at] = score;
  }
}
