import type { Random } from '../../random.ts';

/** Deals the items in random order, and shuffles anew only when all are dealt. */
export function deck<Item>(items: readonly Item[], random: Random): () => Item {
  let left: Item[] = [];
  return () => {
    if (left.length === 0) left = random.shuffled(items);
    return left.pop() as Item;
  };
}
