import { wordList } from '../../../text/word-list.ts';
import type { AssertionKind } from './assertion.ts';
import type { Clause } from './clauses.ts';
import { BELIEF, VAGUE } from './lexicon.ts';
import { isTelling } from './telling.ts';
import { verbOf } from './verbs.ts';

/** How much each kind tends to matter long after it was said. */
const LASTING: Readonly<Record<AssertionKind, number>> = {
  constraint: 0.9,
  preference: 0.8,
  correction: 0.8,
  decision: 0.8,
  fact: 0.7,
  goal: 0.7,
  habit: 0.7,
  procedure: 0.6,
  outcome: 0.6,
  event: 0.5,
  opinion: 0.4,
};
/** What was said to be kept matters at least this much. */
const LEAST_OF_TELLING = 0.7;
/** The worth of what note-takers hardly ever leave out. */
const CERTAIN_WORTH = 0.6;
const DOUBTS = wordList('if might maybe perhaps probably could unless whether');

export function importanceOf(kind: AssertionKind, worth: number, clauses: readonly Clause[]): number {
  const noted = Math.min(1, worth / CERTAIN_WORTH);
  const importance = LASTING[kind] * (0.6 + 0.4 * noted);
  return rounded(isTelling(clauses) ? Math.max(LEAST_OF_TELLING, importance) : importance);
}

/** Less sure where the speaker doubts or only believes, and where it points at something it does not name. */
export function confidenceOf(clauses: readonly Clause[]): number {
  const tokens = clauses.flatMap((clause) => clause.tokens);
  const doubt = tokens.some(({ lower }) => DOUBTS.has(lower)) ? 0.3 : 0;
  const belief = BELIEF.has(verbOf(clauses[0]?.tokens ?? [])) ? 0.1 : 0;
  const vagueness = VAGUE.has(tokens[0]?.lower ?? '') ? 0.15 : 0;
  return rounded(0.95 - doubt - belief - vagueness);
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
