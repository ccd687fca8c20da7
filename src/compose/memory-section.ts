import type { Tokenizer } from '../contracts/tokenizer.ts';
import { MEMORY_BLOCK_CLOSE, MEMORY_BLOCK_OPEN, withoutFences } from '../model/memory-block.ts';
import type { RecallItem } from '../model/recall.ts';

export interface MemorySection {
  readonly text: string;
  readonly tokens: number;
  /** The items that found room. */
  readonly items: readonly RecallItem[];
}

/** Recalled items as prompt text: fenced, each labelled by source and date, never over the budget. */
export function memorySection(items: readonly RecallItem[], budget: number, tokenizer: Tokenizer): MemorySection {
  let section: MemorySection = { text: '', tokens: 0, items: [] };
  for (let count = 1; count <= items.length; count++) {
    const kept = items.slice(0, count);
    const text = [MEMORY_BLOCK_OPEN, ...kept.map(line), MEMORY_BLOCK_CLOSE].join('\n');
    const tokens = tokenizer.count(text);
    if (tokens > budget) break;
    section = { text, tokens, items: kept };
  }
  return section;
}

function line({ component, category, validAt, createdAt, status, doubtedAt, content }: RecallItem): string {
  const day = (validAt ?? createdAt).toISOString().slice(0, 10);
  const state = status !== 'active' ? `, ${status}` : doubtedAt === undefined ? '' : ', in doubt';
  return `- [${component}/${category} ${day}${state}] ${withoutFences(content).replace(/\s*\n\s*/g, ' ')}`;
}
