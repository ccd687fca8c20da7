import type { Assertion, AssertionKind, Utterance } from '../../../contracts/language.ts';
import { wordList } from '../../../text/words.ts';
import { readClaim } from '../claims/read-claim.ts';
import { type Clause, clausesOf, onlyPointsBack, pointsBack } from './clauses.ts';
import { isTelling, kindOf } from './kinds.ts';
import { BELIEF, VAGUE } from './lexicon.ts';
import { isRefused } from './refuse.ts';
import { type Names, namesFor, render } from './render.ts';
import { rewrite, settled } from './rewrite.ts';
import { isUnmeant, type SpokenSentence, spokenSentences } from './spoken-sentences.ts';
import { tidy } from './tidy.ts';
import { expandContractions, tokensOf } from './tokens.ts';
import { BASE_VERBS, isFiniteVerb, subjectAt, verbOf } from './verbs.ts';
import { featuresOf, LEAST_WORTH, worthOf } from './worth.ts';

/**
 * What a turn asserts that is worth remembering, rewritten to stand alone, in the order it was said.
 * `before`: the turns just before it in the session, oldest first. Of an assistant's turns nothing is kept: even of what
 * they call settled only 3 in 100 sentences were facts in the benchmark, and the user says it too.
 */
export function findAssertions(turn: Utterance, before: readonly Utterance[] = []): Assertion[] {
  if (turn.role !== 'user') return [];
  const names = namesFor(turn, before);
  const reading = readCandidates(turn.content, turn.occurredAt, names);
  const weighed = reading.candidates
    .map((candidate) => ({ ...candidate, worth: worthOf(candidate, featuresOf(candidate, reading, turn, before)) }))
    .filter(({ worth }) => worth >= LEAST_WORTH)
    .flatMap(({ worth, ...joined }) => apart(joined, reading.candidates).map((part) => ({ ...part, worth })))
    .filter(({ text, clauses }) => isTelling(clauses) || !isRepeat(text, turn.content));
  return chooseApart(weighed).map(({ worth, ...candidate }) => assertionOf(candidate, worth, names));
}

/** Two facts that can each be overturned alone are kept apart, or the end of one would be the end of both. */
function apart(candidate: Candidate, all: readonly Candidate[]): readonly Candidate[] {
  if (candidate.from === candidate.to) return [candidate];
  const parts = all.filter(({ from, to }) => from === to && from >= candidate.from && to <= candidate.to);
  const alone = candidate.sentences.length > 1 ? 1 : 2;
  return parts.filter(({ text }) => readClaim(text)?.single).length >= alone ? parts : [candidate];
}

function assertionOf({ clauses, text }: Pick<Candidate, 'clauses' | 'text'>, worth: number, names: Names): Assertion {
  const kind = kindOf(clauses);
  const when = clauses.flatMap(({ tokens }) => tokens.flatMap((token) => token.when ?? []))[0];
  return {
    ...{ kind, text },
    about: subjectOf(clauses, names),
    importance: importanceOf(kind, worth, clauses),
    confidence: confidenceOf(clauses),
    ...(when !== undefined && { when }),
  };
}

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
  const placed = sentences.flatMap((sentence, at): Placed[] => {
    if (sentence.isQuestion || isUnmeant(sentences, at)) return [];
    const spoken = tidy(expandContractions(tokensOf(sentence.text, spokenAt)), isCall);
    const tokens = rewrite(settled(spoken, names));
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

interface Chosen {
  readonly from: number;
  readonly to: number;
  readonly worth: number;
}

/** The worthiest that share no clause, in the order they were said. */
export function chooseApart<Candidate extends Chosen>(candidates: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  for (const candidate of candidates.toSorted((left, right) => right.worth - left.worth))
    if (!chosen.some(({ from, to }) => candidate.from <= to && candidate.to >= from)) chosen.push(candidate);
  return chosen.sort((left, right) => left.from - right.from);
}

/** A short turn may well be its own memory. */
const SHORT_TURN = 15;
const MOST_REPEATED = 0.88;

const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** Whether a memory says a long turn over again instead of what matters in it. */
export function isRepeat(text: string, turn: string): boolean {
  if (turn.length > 20 * text.length) return false;
  const said = new Set(wordsOf(text));
  const whole = wordsOf(turn);
  return whole.length > SHORT_TURN && whole.filter((word) => said.has(word)).length >= MOST_REPEATED * whole.length;
}

const LONGEST_SUBJECT = 5;

/** Who or what it is about: the person it begins with, or what stands before its verb. */
export function subjectOf(clauses: readonly Clause[], names: Names): string {
  const tokens = clauses[0]?.tokens ?? [];
  const person = tokens[subjectAt(tokens)]?.person;
  if (person !== undefined) return names[person];
  const verb = tokens.findIndex(({ lower }, at) => at > 0 && isFiniteVerb(lower) && !BASE_VERBS.has(lower));
  const owner = tokens.slice(0, Math.max(0, verb)).find((token) => token.person)?.person;
  if (owner !== undefined) return names[owner];
  const isNamed = verb > 0 && verb <= LONGEST_SUBJECT && tokens.slice(0, verb).every(({ kind }) => kind === 'word');
  if (isNamed) return render([{ tokens: tokens.slice(0, verb) }], names).replace(/\.$/, '');
  return names[clauses.flatMap((clause) => clause.tokens).find((token) => token.person)?.person ?? 'speaker'];
}

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
