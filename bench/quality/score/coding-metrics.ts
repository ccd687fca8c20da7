import type { CodingHistory, CodingPrompt, Decision } from '../read/read-coding.ts';
import { contentStems } from './fact-match.ts';
import type { Figures } from './outcome.ts';
import { percentOf } from './rankings.ts';

/** A line that an agent program gets, and the turns that it rests on. */
export interface InjectedItem {
  readonly content: string;
  readonly turns: readonly string[];
}

export interface Injected {
  readonly items: readonly InjectedItem[];
  readonly tokens: number;
}

export interface CodingRun {
  readonly history: CodingHistory;
  readonly block: Injected;
  readonly prompts: readonly (Injected & { readonly prompt: CodingPrompt })[];
}

/** Share of the content words of a statement that a line of another turn needs to say it. */
const MIN_SHARE_OF_ANOTHER = 0.6;

const holds = ({ turns }: InjectedItem, wanted: readonly string[]): boolean =>
  turns.some((turn) => wanted.includes(turn));

function shareStated({ content }: InjectedItem, { text }: Decision): number {
  const [stated, wanted] = [contentStems(content), contentStems(text)];
  return [...wanted].filter((stem) => stated.has(stem)).length / Math.max(1, wanted.size);
}

/** Share of the content words of a statement with which a line of its turn says it, and not only something of the same turn. */
const MIN_SHARE_OF_TURN = 0.25;

/** A line of a turn of the decision, or one with most of its words. */
const states = (item: InjectedItem, decision: Decision): boolean =>
  holds(item, decision.turns) || shareStated(item, decision) >= MIN_SHARE_OF_ANOTHER;

const words = (item: InjectedItem, decision: Decision): boolean =>
  shareStated(item, decision) >= (holds(item, decision.turns) ? MIN_SHARE_OF_TURN : MIN_SHARE_OF_ANOTHER);

/** A line of the turn of a decision that was reversed, with a word of it: a turn may say several things. */
const statesReversed = (item: InjectedItem, decision: Decision): boolean =>
  holds(item, decision.turns) && !holds(item, decision.reversedBy) && shareStated(item, decision) > 0;

/**
 * Of the lines that are added to prompts, the share that is relevant, and that is outdated; of relevant turns, the share that is added; of the prompts that need
 * nothing, those that get something. Of the decisions that hold, the share in the block of a session start, and of the reversed ones.
 */
export function codingMetrics(runs: readonly CodingRun[]): Figures {
  const prompts = runs.flatMap((run) => run.prompts);
  const items = prompts.flatMap(({ prompt, items }) => items.map((item) => ({ item, prompt })));
  const [needing, others] = [true, false].map((needs) => prompts.filter(({ prompt }) => prompt.needs === needs)) as [
    typeof prompts,
    typeof prompts,
  ];
  const isRelevant = ({ item, prompt }: (typeof items)[number]) => holds(item, prompt.relevant);
  const isOutdated = ({ item, prompt }: (typeof items)[number]) =>
    holds(item, prompt.outdated) && !holds(item, prompt.relevant);
  const relevant = needing.flatMap(({ prompt, items }) =>
    prompt.relevant.map((turn) => items.some(({ turns }) => turns.includes(turn))),
  );
  const decisions = runs.flatMap(({ history, block }) => history.decisions.map((decision) => ({ decision, block })));
  const [standing, reversed] = [true, false].map((isStanding) =>
    decisions.filter(({ decision }) => (decision.reversedBy.length === 0) === isStanding),
  ) as [typeof decisions, typeof decisions];
  const given = prompts.filter(({ items }) => items.length > 0);
  return {
    'prompt.items': items.length,
    'prompt.precision': percentOf(items, isRelevant),
    'prompt.outdated': percentOf(items, isOutdated),
    'prompt.recall': percentOf(relevant, Boolean),
    'prompt.helped': percentOf(needing, ({ prompt, items }) => items.some((item) => holds(item, prompt.relevant))),
    'prompt.needless': percentOf(others, ({ items }) => items.length > 0),
    'prompt.tokens': mean(given.map(({ tokens }) => tokens)),
    'block.holds': percentOf(standing, ({ decision, block }) => block.items.some((item) => states(item, decision))),
    'block.worded': percentOf(standing, ({ decision, block }) => block.items.some((item) => words(item, decision))),
    'block.reversed': percentOf(reversed, ({ decision, block }) =>
      block.items.some((item) => statesReversed(item, decision)),
    ),
    'block.tokens': mean(runs.map(({ block }) => block.tokens)),
  };
}

const mean = (figures: readonly number[]): number =>
  figures.reduce((sum, figure) => sum + figure, 0) / Math.max(1, figures.length);
