import type { Tokenizer } from '../contracts/tokenizer.ts';
import type { Scored } from './fuse.ts';

/** Those that are relevant at all. */
export const threshold = (scored: readonly Scored[], least: number): Scored[] =>
  scored.filter(({ score }) => score >= least);

/** The best of each content: the same words are said once. */
export function dedupe(scored: readonly Scored[]): Scored[] {
  const seen = new Set<string>();
  return scored.filter(({ memory }) => {
    const key = memory.content.trim().toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}

export interface Trimmed {
  readonly kept: readonly { readonly scored: Scored; readonly tokens: number }[];
  readonly overTopK: number;
  readonly overBudget: number;
}

/** At most `topK` whole items within the budget; one too large leaves room for a smaller one behind it. */
export function trim(scored: readonly Scored[], topK: number, budget: number, tokenizer: Tokenizer): Trimmed {
  const kept: { scored: Scored; tokens: number }[] = [];
  let room = budget;
  let overBudget = 0;
  for (const item of scored) {
    if (kept.length === topK) break;
    const tokens = tokenizer.count(item.memory.content);
    if (tokens > room) {
      overBudget++;
      continue;
    }
    room -= tokens;
    kept.push({ scored: item, tokens });
  }
  return { kept, overTopK: scored.length - kept.length - overBudget, overBudget };
}
