import type { RecallItem, RecallResult } from '../../model/recall.ts';
import { dayOf, oneLine } from './phrases.ts';
import { bold, dim } from './style.ts';

/** Best first, one line each; or why there is nothing. */
export function recallLines({ items, reason }: RecallResult): string[] {
  if (items.length === 0) return [`Nothing: ${reason ?? 'no memory was found'}.`];
  return items.map(recallLine);
}

export function recallLine(item: RecallItem, at: number): string {
  const { score, content, component, category } = item;
  return `${String(at + 1).padStart(2)}. ${bold(score.toFixed(2))}  ${oneLine(content)}  ${dim(`${component}/${category} ${dayOf(item)}`)}`;
}
