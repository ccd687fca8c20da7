import { FENCED, type Fenced } from '../model/memory-block.ts';
import { cutsFor, fewestCuts } from './fewest-cuts.ts';
import type { Prompt } from './prompt.ts';
import type { Item, Sections } from './sections.ts';

/** What has to fit. The text tells where to look first, so nothing may stand in it that the cost is not about. */
export interface Measure {
  readonly text: (prompt: Prompt) => string;
  readonly cost: (prompt: Prompt) => number;
}

/** Takes whole items out of these sections, one section after the other, until it fits; without any of them it does. */
export function giveWay(prompt: Prompt, names: readonly Fenced[], budget: number, { text, cost }: Measure): Prompt {
  const leaving = names.flatMap((name) => prompt.sections[name].toSorted((a, b) => b.rank - a.rank));
  const tokens = cost(prompt);
  if (leaving.length === 0 || tokens <= budget) return prompt;
  const after = (cuts: number): Prompt => (cuts === 0 ? prompt : without(prompt, new Set(leaving.slice(0, cuts))));
  const guess = cutsFor(
    text(prompt).length * (1 - budget / tokens),
    leaving.map((item) => item.text.length),
  );
  return after(fewestCuts(leaving.length, (cuts) => cost(after(cuts)) <= budget, guess));
}

const without = ({ sections, ...rest }: Prompt, items: ReadonlySet<Item>): Prompt => ({
  ...rest,
  sections: Object.fromEntries(
    FENCED.map((name) => [name, sections[name].filter((item) => !items.has(item))]),
  ) as unknown as Sections,
});
