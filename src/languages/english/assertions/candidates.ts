import { wordList } from '../../../text/words.ts';
import { STOP_WORDS } from '../stop-words.ts';
import { type Clause, clausesOf, pointsBack } from './clauses.ts';
import { plainStatement } from './plain.ts';
import { isRefused } from './refuse.ts';
import { type Names, render, rewrite } from './rewrite.ts';
import { spokenSentences } from './sentences.ts';
import { tokensOf } from './tokens.ts';

/** A run of clauses of one sentence that could be remembered as one statement. */
export interface Candidate {
  readonly clauses: readonly Clause[];
  readonly text: string;
  /** Places of its first and last clause among all of the turn's. */
  readonly from: number;
  readonly to: number;
}

const MOST_WORDS = 30;
const MOST_CLAUSES = 3;
/** A clause that begins so says nothing without the one before it, or after it. */
const NEEDS_ANOTHER = wordList(
  'because which who whose where whereas since although though while if when whenever unless until after before as',
);

export function readCandidates(content: string, spokenAt: Date, names: Names): Candidate[] {
  /** What is said over and over is read once. */
  const read = new Map<string, readonly Clause[]>();
  const clausesIn = (text: string): readonly Clause[] => {
    const clauses =
      read.get(text) ??
      clausesOf(rewrite(tokensOf(plainStatement(text, names), spokenAt))).filter((clause) => !isRefused(clause));
    read.set(text, clauses);
    return clauses;
  };
  const placed = spokenSentences(content).flatMap(({ text, isQuestion, isUnmeant }, sentence) =>
    isQuestion || isUnmeant ? [] : clausesIn(text).map((clause) => ({ clause, sentence })),
  );
  return placed.flatMap((_, from) => runsFrom(placed, from, names));
}

function runsFrom(
  placed: readonly { readonly clause: Clause; readonly sentence: number }[],
  from: number,
  names: Names,
): Candidate[] {
  const runs: Candidate[] = [];
  const [first, ...rest] = placed.slice(from, from + MOST_CLAUSES);
  if (first === undefined || pointsBack(first.clause)) return runs;
  const isTied = NEEDS_ANOTHER.has(first.clause.link ?? '');
  if (isTied && placed[from - 1]?.sentence === first.sentence) return runs;
  for (const [at, { clause, sentence }] of [first, ...rest].entries()) {
    if (sentence !== first.sentence || (at > 0 && onlyPointsBack(clause))) break;
    if (at === 0 && isTied) continue;
    const clauses = placed.slice(from, from + at + 1).map((each) => each.clause);
    const text = render(clauses, names);
    if ((text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) > MOST_WORDS) break;
    runs.push({ clauses, text, from, to: from + at });
  }
  return runs;
}

/** Words of its own beside those that point. */
const MOST_OWN_WORDS = 3;

/** "And she will be there", "and Ana always gets that wrong": not worth a place behind another clause. */
function onlyPointsBack(clause: Clause): boolean {
  if (!pointsBack(clause) || clause.tokens[0]?.lower === 'it') return false;
  const own = clause.tokens.filter(({ form, lower }) => form === undefined && !STOP_WORDS.has(lower));
  return own.length <= MOST_OWN_WORDS && !own.some(({ kind, text }) => kind === 'date' || /\d|^\p{Lu}/u.test(text));
}
