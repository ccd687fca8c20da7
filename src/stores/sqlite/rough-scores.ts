import { BestCandidates } from './best-candidates.ts';

const LEAST_SLOTS = 1_024;

/** Sums by memory key, in a hash table of typed arrays: a Map takes four times as long. */
export class RoughScores {
  readonly #slots: number;
  readonly #keys: Uint32Array;
  readonly #scores: Float32Array;
  #size = 0;

  /** Has room for as many keys as expected, and as many again. */
  constructor(expected: number) {
    this.#slots = Math.max(LEAST_SLOTS, 2 ** Math.ceil(Math.log2(4 * Math.max(1, expected))));
    this.#keys = new Uint32Array(this.#slots);
    this.#scores = new Float32Array(this.#slots);
  }

  get size(): number {
    return this.#size;
  }

  /** A key that finds no room is left out. */
  add(key: number, score: number): void {
    let slot = (Math.imul(key, 0x9e3779b1) >>> 8) % this.#slots;
    while (this.#keys[slot] !== key) {
      if (this.#keys[slot] === 0) {
        if (2 * this.#size >= this.#slots) return;
        this.#keys[slot] = key;
        this.#size += 1;
        break;
      }
      slot = (slot + 1) % this.#slots;
    }
    this.#scores[slot] = (this.#scores[slot] as number) + score;
  }

  /** The keys of the highest sums. */
  best(width: number): Float64Array {
    const best = new BestCandidates(width);
    for (let slot = 0; slot < this.#slots; slot++) {
      const key = this.#keys[slot] as number;
      if (key !== 0) best.offer(key, this.#scores[slot] as number);
    }
    return best.items;
  }
}
