import { wordList } from '../../../text/word-list.ts';
import { type Clause, clausesOf } from './clauses.ts';
import { expandContractions } from './contractions.ts';
import type { Names } from './names.ts';
import { onlyPointsBack, pointsBack } from './points-back.ts';
import { isRefused } from './refuse.ts';
import { render } from './render.ts';
import { rewrite } from './rewrite.ts';
import { withoutSelfNaming } from './self-naming.ts';
import { settled } from './settled.ts';
import { type SpokenSentence, spokenSentences } from './spoken-sentences.ts';
import { tidy } from './tidy.ts';
import { tokensOf } from './tokens.ts';
import { unmeant } from './unmeant.ts';

/** A run of clauses that could be remembered as one statement. */
export interface Candidate {
  readonly clauses: readonly Clause[];
  readonly text: string;
  /** Places of its first and last clause among all of the turn's. */
  readonly from: number;
  readonly to: number;
  readonly sentences: readonly SpokenSentence[];
}

interface Placed {
  readonly clause: Clause;
  readonly sentence: number;
}

export interface Reading {
  readonly sentences: readonly SpokenSentence[];
  /** How many clauses and words it has in all. */
  readonly clauses: number;
  readonly words: number;
  readonly candidates: readonly Candidate[];
}

const WORD = /[\p{L}\p{N}]+/gu;
const MOST_WORDS = 30;
const MOST_CLAUSES = 4;
/** A clause that begins so says nothing without the one before it, or after it. */
const NEEDS_ANOTHER = wordList(
  'because which who whose where whereas since although though while if when whenever unless until after before as',
);

export function readCandidates(content: string, spokenAt: Date, names: Names): Reading {
  const isCall = callOf(names);
  const sentences = spokenSentences(content);
  const isUnmeant = unmeant(sentences);
  const placed = sentences.flatMap((sentence, at): Placed[] => {
    if (sentence.isQuestion || isUnmeant[at]) return [];
    const spoken = tidy(expandContractions(tokensOf(sentence.text, spokenAt)), isCall);
    const tokens = rewrite(settled(withoutSelfNaming(spoken, names), names));
    return clausesOf(tokens)
      .filter((clause) => !isRefused(clause))
      .map((clause) => ({ clause, sentence: at }));
  });
  const candidates = placed.flatMap((_, from) => runsFrom(placed, from, sentences, names));
  const words = sentences.reduce((sum, { text }) => sum + text.split(' ').length, 0);
  return { sentences, clauses: placed.length, words, candidates };
}

function runsFrom(
  placed: readonly Placed[],
  from: number,
  sentences: readonly SpokenSentence[],
  names: Names,
): Candidate[] {
  const runs: Candidate[] = [];
  const first = placed[from] as Placed;
  const link = first.clause.link;
  const opensSentence = placed[from - 1]?.sentence !== first.sentence;
  if (link !== undefined && NEEDS_ANOTHER.has(link) && !opensSentence) return runs;
  if (pointsBack(first.clause)) return runs;
  for (let to = from; to < Math.min(placed.length, from + MOST_CLAUSES); to++) {
    const last = placed[to] as Placed;
    if (last.sentence - first.sentence > 1 || (to > from && onlyPointsBack(last.clause))) break;
    if (to === from && link !== undefined && NEEDS_ANOTHER.has(link)) continue;
    const clauses = placed.slice(from, to + 1).map(({ clause }) => clause);
    const text = render(clauses, names);
    if ((text.match(WORD)?.length ?? 0) > MOST_WORDS) break;
    runs.push({ clauses, text, from, to, sentences: sentences.slice(first.sentence, last.sentence + 1) });
  }
  return runs;
}

/** Whether a word calls the other by name or by the beginning of it: "Ben" for Benjamin. */
function callOf({ listener }: Names): (word: string) => boolean {
  const parts = listener.toLowerCase().split(' ');
  return (word) => word.length > 2 && parts.some((part) => part.startsWith(word));
}
