import type { StoryQuestion } from '../read/read-stories.ts';
import { type Outcome, type Score, UNANSWERABLE } from './outcome.ts';
import { rankScores, rankUnits } from './rankings.ts';

export interface StoryAnswer {
  readonly question: Pick<StoryQuestion, 'section' | 'kind' | 'gold' | 'stale'>;
  readonly story: string;
  /** The source turns of each item, best first. */
  readonly items: readonly (readonly string[])[];
  /** The same of what a silent recall would give at a threshold of 0. */
  readonly withheld: readonly (readonly string[])[];
  readonly confidence: number;
  /** What of them stands in a prompt. */
  readonly lines: readonly PromptLine[];
}

interface PromptLine {
  readonly turns: readonly string[];
  /** It says of itself that it no longer holds. */
  readonly isMarked: boolean;
}

type Given = Pick<StoryAnswer, 'question' | 'items'>;

const TOP = 10;
const holds = (turns: readonly string[], wanted: readonly string[]): boolean =>
  turns.some((turn) => wanted.includes(turn));

/** A turn that answers it within the first k items; of a question that needs several turns every one, where k allows. */
export function isHit({ question, items }: Given, k: number): boolean {
  const top = items.slice(0, k).flat();
  return question.kind === 'multihop' && k > 1
    ? question.gold.every((turn) => top.includes(turn))
    : holds(top, question.gold);
}

/** An item that says only what no longer holds stands above every one that says what does. */
export function isStaleAbove({ question, items }: Given): boolean {
  const current = items.findIndex((turns) => holds(turns, question.gold));
  const stale = items.findIndex((turns) => isOutdated(turns, question));
  return stale >= 0 && (current < 0 || stale < current);
}

const isOutdated = (turns: readonly string[], { gold, stale }: Given['question']): boolean =>
  holds(turns, stale) && !holds(turns, gold);

/** The scores of an answer in its language and in its kind of question. */
export function storyOutcome(answer: StoryAnswer): Outcome {
  const { question, story, items, withheld, confidence } = answer;
  const isUnanswerable = question.kind === UNANSWERABLE;
  const hits = Object.fromEntries([1, 3, TOP].map((k) => [`hit@${k}`, Number(isHit(answer, k))]));
  const given = { question, items: items.length > 0 ? items : withheld };
  const [first = []] = given.items;
  const ofKind = { ...hits, silent: Number(items.length === 0) };
  return {
    ...{ section: question.section, group: story },
    scores: isUnanswerable
      ? {}
      : {
          ...hits,
          ...rankScores({ ranked: rankUnits(items, 2 * TOP), gold: question.gold }),
          ...Object.fromEntries(Object.entries(ofKind).map(([name, score]) => [`${question.kind}.${name}`, score])),
          ...promptScores(answer),
          ...(question.kind === 'updated' && { staleAbove: Number(isStaleAbove(answer)) }),
        },
    answer: {
      ...{ confidence, isSilent: items.length === 0, holds: !isUnanswerable && isHit(given, TOP) },
      unanswerable: isUnanswerable ? UNANSWERABLE : undefined,
      first: holds(first, question.gold) ? 'right' : isOutdated(first, question) ? 'outdated' : 'wrong',
    },
  };
}

/**
 * The share of a prompt's lines that answer, the prompts without one that does, and those with an outdated turn that is not marked so; of marked
 * lines, those that are outdated and those that answer.
 */
function promptScores({ question, lines }: StoryAnswer): Record<string, Score> {
  const marked = lines.filter(({ isMarked }) => isMarked);
  const share = (of: StoryAnswer['lines'], wanted: readonly string[]): Score => [
    of.filter(({ turns }) => holds(turns, wanted)).length,
    of.length,
  ];
  return {
    'prompt.right': share(lines, question.gold),
    'marked.stale': share(marked, question.stale),
    'marked.right': share(marked, question.gold),
    ...(lines.length > 0 && { 'prompt.missing': Number(!lines.some(({ turns }) => holds(turns, question.gold))) }),
    ...(question.kind === 'updated' && {
      'prompt.stale': Number(lines.some(({ turns, isMarked }) => !isMarked && isOutdated(turns, question))),
    }),
  };
}
