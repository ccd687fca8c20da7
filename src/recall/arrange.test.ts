import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trim } from './arrange.ts';

/** A tokenizer that reads the count from the text. */
const tokenizer = { name: 'told', count: Number };
const itemsOf = (counts: readonly number[]) => counts.map((count) => ({ memory: { content: String(count) } }));

test('an item that is too large leaves room for a smaller one after it', async () => {
  const { included: retained, ...cut } = await trim(itemsOf([3, 8, 2, 1, 1]), 3, 7, tokenizer);
  expect(retained.map(({ tokens }) => tokens)).toEqual([3, 2, 1]);
  expect(cut).toEqual({ overBudget: 1, overTopK: 1 });
});

test('arrange keeps items whole, in order and within top-k and budget, and accounts for every cut', async () => {
  const counts = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 40 });
  const budgets = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constant(Infinity));
  await fc.assert(
    fc.asyncProperty(counts, fc.integer({ min: 1, max: 15 }), budgets, async (given, topK, budget) => {
      const items = itemsOf(given);
      const { included: retained, overTopK, overBudget } = await trim(items, topK, budget, tokenizer);
      const used = retained.reduce((sum, { tokens }) => sum + tokens, 0);
      const places = retained.map(({ item }) => items.indexOf(item));
      expect(retained.length).toBeLessThanOrEqual(topK);
      expect(used).toBeLessThanOrEqual(budget);
      expect(retained.every(({ item, tokens }) => tokens === Number(item.memory.content))).toBe(true);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(retained.length + overTopK + overBudget).toBe(items.length);
      if (retained.length < topK)
        for (const [at, count] of given.entries())
          if (!places.includes(at)) expect(used + count).toBeGreaterThan(budget);
    }),
  );
});
