import type { Tokenizer } from '../contracts/tokenizer.ts';
import type { Memory } from '../model/memory.ts';

export interface Trimmed<Item> {
  readonly kept: readonly { readonly item: Item; readonly tokens: number }[];
  readonly overTopK: number;
  readonly overBudget: number;
}

/** At most `topK` whole items within the budget; one too large leaves room for a smaller one behind it. */
export function trim<Item extends { readonly memory: Pick<Memory, 'content'> }>(
  items: readonly Item[],
  topK: number,
  budget: number,
  tokenizer: Tokenizer,
): Trimmed<Item> {
  const kept: { item: Item; tokens: number }[] = [];
  let room = budget;
  let overBudget = 0;
  for (const item of items) {
    if (kept.length === topK) break;
    const tokens = tokenizer.count(item.memory.content);
    if (tokens > room) {
      overBudget++;
      continue;
    }
    room -= tokens;
    kept.push({ item, tokens });
  }
  return { kept, overTopK: items.length - kept.length - overBudget, overBudget };
}
