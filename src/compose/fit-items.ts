import { cutsFor, fewestCuts } from './fewest-cuts.ts';
import type { Item } from './sections.ts';

const lengthOf = (items: readonly { readonly text: string }[]): number =>
  items.reduce((sum, { text }) => sum + text.length, 0);

/**
 * As many whole items as fit, in their order: those that are worth least go first. One that would not fit alone goes before all others,
 * or it would take them with it.
 */
export function fitItems<Each extends Pick<Item, 'rank' | 'text'>>(
  items: readonly Each[],
  budget: number,
  tokensOf: (kept: readonly Each[]) => number,
): readonly Each[] {
  if (items.length === 0) return items;
  const all = tokensOf(items);
  if (all <= budget) return items;
  const room = (budget * lengthOf(items)) / all;
  const leaving = items.filter((item) => tokensOf([item]) <= budget).sort((a, b) => b.rank - a.rank);
  const keptAfter = (cuts: number): readonly Each[] => inOrder(items, leaving.slice(cuts));
  const guess = cutsFor(
    lengthOf(leaving) - room,
    leaving.map(({ text }) => text.length),
  );
  return keptAfter(fewestCuts(leaving.length, (cuts) => tokensOf(keptAfter(cuts)) <= budget, guess));
}

function inOrder<Each>(items: readonly Each[], chosen: readonly Each[]): readonly Each[] {
  const wanted = new Set(chosen);
  return items.filter((item) => wanted.has(item));
}
