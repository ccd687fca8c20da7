import { FENCED, type Fenced } from '../model/memory-block.ts';
import { cutsFor, fewestCuts } from './fewest-cuts.ts';
import { type Prompt, textOf } from './prompt.ts';
import type { Item, Sections } from './sections.ts';

/** Takes whole items out of these sections, one section after the other, until it fits; without any of them it does. */
export function giveWay(
  prompt: Prompt,
  names: readonly Fenced[],
  budget: number,
  cost: (prompt: Prompt) => number,
): Prompt {
  const leaving = names.flatMap((name) => prompt.sections[name].toSorted((a, b) => b.rank - a.rank));
  const tokens = cost(prompt);
  if (leaving.length === 0 || tokens <= budget) return prompt;
  const after = (cuts: number): Prompt => (cuts === 0 ? prompt : without(prompt, new Set(leaving.slice(0, cuts))));
  const guess = cutsFor(
    textOf(prompt).length * (1 - budget / tokens),
    leaving.map(({ text }) => text.length),
  );
  return after(fewestCuts(leaving.length, (cuts) => cost(after(cuts)) <= budget, guess));
}

const without = ({ sections, ...rest }: Prompt, items: ReadonlySet<Item>): Prompt => ({
  ...rest,
  sections: Object.fromEntries(
    FENCED.map((name) => [name, sections[name].filter((item) => !items.has(item))]),
  ) as unknown as Sections,
});
