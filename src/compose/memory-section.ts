import type { Tokenizer } from '../contracts/tokenizer.ts';
import type { RecallItem } from '../model/recall.ts';
import { fitItems } from './fit-items.ts';
import { memoryLabel } from './labels.ts';
import { oneLine } from './plain-text.ts';
import { fencedText } from './section-text.ts';

export interface MemorySection {
  readonly text: string;
  readonly tokens: number;
  /** The items that found room. */
  readonly items: readonly RecallItem[];
}

/** Recalled items as prompt text: fenced, each labelled by source and date, never over the budget. */
export function memorySection(items: readonly RecallItem[], budget: number, tokenizer: Tokenizer): MemorySection {
  const lines = items.map((item, rank) => ({ item, rank, text: `- ${memoryLabel(item)} ${oneLine(item.content)}` }));
  const textOf = (kept: readonly { readonly text: string }[]): string => fencedText('memories', kept);
  const kept = fitItems(lines, budget, (some) => tokenizer.count(textOf(some)));
  const text = textOf(kept);
  return { text, tokens: text === '' ? 0 : tokenizer.count(text), items: kept.map(({ item }) => item) };
}
