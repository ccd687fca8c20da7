import { FENCED, type FencedSection } from '../model/memory-block.ts';
import type { Prompt } from './prompt.ts';
import type { SectionItem, Sections } from './sections.ts';

const lengthOf = (items: readonly { readonly text: string }[]): number =>
  items.reduce((sum, { text }) => sum + text.length, 0);

/** Keeps as many whole items as fit, in their order. Items that do not fit alone are cut first, then the least valuable ones. */
export function fitItems<Each extends Pick<SectionItem, 'rank' | 'text'>>(
  items: readonly Each[],
  budget: number,
  tokensOf: (remaining: readonly Each[]) => number,
): readonly Each[] {
  if (items.length === 0) return items;
  const all = tokensOf(items);
  if (all <= budget) return items;
  const room = (budget * lengthOf(items)) / all;
  const leaving = items.filter((item) => tokensOf([item]) <= budget).sort((a, b) => b.rank - a.rank);
  const remainingAfter = (cuts: number): readonly Each[] => inOrder(items, leaving.slice(cuts));
  const guess = cutsFor(
    lengthOf(leaving) - room,
    leaving.map(({ text }) => text.length),
  );
  return remainingAfter(minCuts(leaving.length, (cuts) => tokensOf(remainingAfter(cuts)) <= budget, guess));
}

function inOrder<Each>(items: readonly Each[], chosen: readonly Each[]): readonly Each[] {
  const wanted = new Set(chosen);
  return items.filter((item) => wanted.has(item));
}

export interface Measure {
  readonly text: (prompt: Prompt) => string;
  readonly cost: (prompt: Prompt) => number;
}

/** Cuts whole items, one section after the other, until the prompt fits. It must fit without any of them. */
export function cutToFit(
  prompt: Prompt,
  names: readonly FencedSection[],
  budget: number,
  { text, cost }: Measure,
): Prompt {
  const leaving = names.flatMap((name) => prompt.sections[name].toSorted((a, b) => b.rank - a.rank));
  const tokens = cost(prompt);
  if (leaving.length === 0 || tokens <= budget) return prompt;
  const after = (cuts: number): Prompt => (cuts === 0 ? prompt : withoutItems(prompt, new Set(leaving.slice(0, cuts))));
  const guess = cutsFor(
    text(prompt).length * (1 - budget / tokens),
    leaving.map((item) => item.text.length),
  );
  return after(minCuts(leaving.length, (cuts) => cost(after(cuts)) <= budget, guess));
}

const withoutItems = ({ sections, ...rest }: Prompt, items: ReadonlySet<SectionItem>): Prompt => ({
  ...rest,
  sections: Object.fromEntries(
    FENCED.map((name) => [name, sections[name].filter((item) => !items.has(item))]),
  ) as unknown as Sections,
});

/** The fewest cuts after which a text fits; it must fit after `maxCuts`. Any other result is tested: some tokenizers count more for less text. */
export function minCuts(maxCuts: number, fits: (cuts: number) => boolean, guess = 0): number {
  if (maxCuts === 0 || fits(0)) return 0;
  let [over, within] = [0, maxCuts];
  let [next, stride] = [Math.min(guess, maxCuts - 1), 1];
  while (within - over > 1) {
    const isInside = next > over && next < within;
    const cuts = isInside ? next : Math.floor((over + within) / 2);
    if (fits(cuts)) {
      within = cuts;
      next = cuts - stride;
    } else {
      over = cuts;
      next = cuts + stride;
    }
    stride *= 2;
  }
  return within;
}

export function cutsFor(characters: number, lengths: readonly number[]): number {
  let left = characters;
  const enough = lengths.findIndex((length) => {
    left -= length;
    return left <= 0;
  });
  return enough < 0 ? lengths.length : enough + 1;
}
