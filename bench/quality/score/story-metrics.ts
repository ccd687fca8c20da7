import type { Figures } from '../dataset.ts';
import type { StoryGroup, StoryQuestion } from '../read/read-stories.ts';
import { auroc } from './rank-statistics.ts';
import { percentOf } from './rankings.ts';

export interface StoryAnswer {
  readonly question: Pick<StoryQuestion, 'group' | 'kind' | 'gold' | 'stale'>;
  /** The source turns of each item, best first. */
  readonly items: readonly (readonly string[])[];
  readonly confidence: number;
  /** What of them stands in a prompt. */
  readonly lines: readonly PromptLine[];
}

interface PromptLine {
  readonly turns: readonly string[];
  /** It says of itself that it no longer holds. */
  readonly isMarked: boolean;
}

const GROUPS: readonly StoryGroup[] = ['en', 'other', 'cross'];

const isAnswerable = ({ question }: StoryAnswer): boolean => question.kind !== 'unanswerable';
const holds = (turns: readonly string[], wanted: readonly string[]): boolean =>
  turns.some((turn) => wanted.includes(turn));

/** A turn that answers it within the first k items; of a question that needs several turns every one, where k allows. */
export function isHit({ question, items }: StoryAnswer, k: number): boolean {
  const top = items.slice(0, k).flat();
  return question.kind === 'multihop' && k > 1
    ? question.gold.every((turn) => top.includes(turn))
    : holds(top, question.gold);
}

/** An item that says only what no longer holds stands above every one that says what does. */
export function isStaleAbove({ question, items }: StoryAnswer): boolean {
  const current = items.findIndex((turns) => holds(turns, question.gold));
  const stale = items.findIndex((turns) => holds(turns, question.stale) && !holds(turns, question.gold));
  return stale >= 0 && (current < 0 || stale < current);
}

/** Of each group of questions: all of them, then each kind. English has no prefix. */
export function storyMetrics(answers: readonly StoryAnswer[]): Figures {
  const figures = GROUPS.flatMap((group) => {
    const prefix = group === 'en' ? '' : `${group}.`;
    return Object.entries(groupMetrics(answers.filter(({ question }) => question.group === group))).map(
      ([name, figure]) => [`${prefix}${name}`, figure] as const,
    );
  });
  return Object.fromEntries(figures.filter(([, figure]) => Number.isFinite(figure)));
}

function groupMetrics(answers: readonly StoryAnswer[]): Figures {
  const answerable = answers.filter(isAnswerable);
  const unanswerable = answers.filter((answer) => !isAnswerable(answer));
  const confidences = (of: readonly StoryAnswer[]) => of.map(({ confidence }) => confidence);
  const isSilent = ({ items }: StoryAnswer) => items.length === 0;
  const kinds = [...Map.groupBy(answerable, ({ question }) => question.kind)].sort();
  return {
    ...hitsOf(answerable),
    staleAbove: percentOf(
      answers.filter(({ question }) => question.kind === 'updated'),
      isStaleAbove,
    ),
    'silent.answerable': percentOf(answerable, isSilent),
    'silent.unanswerable': percentOf(unanswerable, isSilent),
    ...promptMetrics(answers),
    auroc: auroc(confidences(answerable), confidences(unanswerable)),
    ...Object.fromEntries(
      kinds.flatMap(([kind, of]) =>
        Object.entries({ ...hitsOf(of), silent: percentOf(of, isSilent) }).map(([name, value]) => [
          `${kind}.${name}`,
          value,
        ]),
      ),
    ),
  };
}

/**
 * Lines a prompt, the share of them that answer, the prompts without one that does, and those with an outdated turn that is not marked so; of marked
 * lines, those that are outdated and those that answer.
 */
function promptMetrics(answers: readonly StoryAnswer[]): Figures {
  const reported = answers.filter((answer) => isAnswerable(answer) && answer.lines.length > 0);
  const lines = reported.flatMap(({ question, lines }) => lines.map((line) => ({ question, ...line })));
  const marked = lines.filter(({ isMarked }) => isMarked);
  const answersIt = ({ question, turns }: (typeof lines)[0]) => holds(turns, question.gold);
  const isMisleading = ({ question, lines }: StoryAnswer) =>
    lines.some(({ turns, isMarked }) => !isMarked && holds(turns, question.stale) && !holds(turns, question.gold));
  return {
    'prompt.lines': lines.length / reported.length,
    'prompt.right': percentOf(lines, answersIt),
    'marked.stale': percentOf(marked, ({ question, turns }) => holds(turns, question.stale)),
    'marked.right': percentOf(marked, answersIt),
    'prompt.missing': percentOf(
      reported,
      ({ question, lines }) => !lines.some(({ turns }) => holds(turns, question.gold)),
    ),
    'prompt.stale': percentOf(
      answers.filter(({ question }) => question.kind === 'updated'),
      isMisleading,
    ),
  };
}

const hitsOf = (answers: readonly StoryAnswer[]): Figures =>
  Object.fromEntries([1, 3, 10].map((k) => [`hit@${k}`, percentOf(answers, (answer) => isHit(answer, k))]));
