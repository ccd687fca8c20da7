export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number, both ends among them. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** The same numbers for the same seed, on every machine (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick(items) {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[between(0, items.length - 1)] as (typeof items)[number];
    },
    shuffled(items) {
      const left = [...items];
      return items.map(() => left.splice(between(0, left.length - 1), 1)[0] as (typeof items)[number]);
    },
  };
}
