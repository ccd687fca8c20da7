import type { Languages } from '../../contracts/language.ts';
import { termsIn } from '../../languages/terms.ts';

export interface Occurrence {
  readonly text: string;
  readonly at: Date;
  /** Repetitions in one session of a day count once. */
  readonly session?: string;
  readonly speaker?: string;
}

export interface Pattern {
  readonly type: 'semantic' | 'procedural';
  readonly content: string;
  /** Indexes of its occurrences, in order. */
  readonly sources: readonly number[];
}

/** Occurrences that say nearly the same. */
export interface Theme {
  /** The sentence that is nearest to all others. */
  readonly content: string;
  readonly sources: readonly number[];
}

interface RecurrenceSearch {
  readonly languages: Languages;
  readonly minOccurrences: number;
  readonly maxThemes?: number;
  readonly minLikeness?: number;
}

/** A model may judge sentences that are less alike. */
const MIN_LIKENESS = 0.3;
export const MIN_LIKENESS_FOR_MODEL = 0.2;
const MIN_SHARED_TERMS = 2;
/** A more frequent term is a habit of speech, if there are many sentences. */
const COMMON_SHARE = 0.01;
const MIN_SENTENCES_FOR_COMMON = 200;
const MAX_COMPARED = 200;
const RAREST_TERMS = 4;
const MAX_SENTENCES = 8;
const AT_ONCE = 50;

interface ThemeSentence {
  readonly source: number;
  readonly text: string;
  readonly occasion: string;
  readonly speaker: string;
  readonly terms: ReadonlySet<string>;
}

/** Themes, the most frequent first. It yields often, so that other work may run. */
export function* recurringThemes(
  occurrences: readonly Occurrence[],
  { languages, minOccurrences, maxThemes = Number.POSITIVE_INFINITY, minLikeness = MIN_LIKENESS }: RecurrenceSearch,
): Generator<undefined, Theme[]> {
  const sentences: ThemeSentence[] = [];
  for (const [source, occurrence] of occurrences.entries()) {
    sentences.push(...sentencesOf(occurrence, source, languages));
    if (source % AT_ONCE === 0) yield;
  }
  const index = new TermIndex(sentences);
  const near: Map<number, number>[] = [];
  for (const at of sentences.keys()) {
    near.push(index.near(at, minLikeness, minOccurrences));
    if (at % AT_ONCE === 0) yield;
  }
  return themesOf(sentences, near, minOccurrences).slice(0, maxThemes);
}

export function* recurringPatterns(
  occurrences: readonly Occurrence[],
  search: RecurrenceSearch,
): Generator<undefined, Pattern[]> {
  const themes = yield* recurringThemes(occurrences, search);
  return themes.map(({ content, sources }) => {
    const isProcedure = search.languages.of(content).memoryType(content)?.value === 'procedural';
    return { type: isProcedure ? 'procedural' : 'semantic', content, sources };
  });
}

function sentencesOf({ text, at, session = '', speaker = '' }: Occurrence, source: number, languages: Languages) {
  const language = languages.of(text);
  const occasion = `${session} ${at.toISOString().slice(0, 10)}`;
  const sentences = language.sentences(text).slice(0, MAX_SENTENCES);
  return sentences.flatMap((sentence): ThemeSentence[] => {
    if (language.smallTalk(sentence) !== undefined) return [];
    const contentWords = language.words(sentence).filter((word) => !language.isStopWord(word));
    const terms = new Set(termsIn(contentWords.join(' '), language.code));
    return terms.size < MIN_SHARED_TERMS ? [] : [{ source, text: sentence.trim(), occasion, speaker, terms }];
  });
}

class TermIndex {
  readonly #sentences: readonly ThemeSentence[];
  readonly #postings = new Map<string, number[]>();

  constructor(sentences: readonly ThemeSentence[]) {
    this.#sentences = sentences;
    for (const [at, { terms }] of sentences.entries())
      for (const term of terms) {
        const posting = this.#postings.get(term);
        if (posting === undefined) this.#postings.set(term, [at]);
        else posting.push(at);
      }
  }

  #isCommon = (term: string): boolean =>
    this.#sentences.length > MIN_SENTENCES_FOR_COMMON && this.#countOf(term) > COMMON_SHARE * this.#sentences.length;

  #countOf = (term: string): number => this.#postings.get(term)?.length ?? 1;

  /** A rare term says more. */
  #weight = (term: string): number => Math.log(1 + this.#sentences.length / this.#countOf(term));

  #weightOf = (terms: Iterable<string>): number => [...terms].reduce((sum, term) => sum + this.#weight(term), 0);

  near(at: number, minLikeness: number, minPostings: number): Map<number, number> {
    const { terms, speaker } = this.#sentences[at] as ThemeSentence;
    const likenesses = new Map<number, number>();
    const own = this.#weightOf(terms);
    const recur = [...terms]
      .map((term) => this.#postings.get(term) ?? [])
      .filter(({ length }) => length >= minPostings);
    for (const posting of recur.toSorted((a, b) => a.length - b.length).slice(0, RAREST_TERMS))
      for (const other of posting.slice(-MAX_COMPARED)) {
        const otherSentence = this.#sentences[other] as ThemeSentence;
        if (likenesses.has(other) || otherSentence.speaker !== speaker) continue;
        const shared = [...terms].filter((term) => otherSentence.terms.has(term));
        if (shared.filter((term) => !this.#isCommon(term)).length < MIN_SHARED_TERMS) continue;
        const likeness = (2 * this.#weightOf(shared)) / (own + this.#weightOf(otherSentence.terms));
        if (likeness >= minLikeness) likenesses.set(other, likeness);
      }
    return likenesses;
  }
}

/** The first theme surrounds the sentence with the most and nearest neighbours, the next one that of the remaining sentences. */
function themesOf(
  sentences: readonly ThemeSentence[],
  near: readonly Map<number, number>[],
  minOccurrences: number,
): Theme[] {
  const taken = new Set<number>();
  const occasionsOf = (all: Iterable<number>) => new Set([...all].map((at) => sentences[at]?.occasion)).size;
  const centres = near
    .map((others, at) => ({ at, occasions: occasionsOf(others.keys()), nearness: sum(others.values()) }))
    .filter(({ occasions }) => occasions >= minOccurrences)
    .sort((a, b) => b.occasions - a.occasions || b.nearness - a.nearness);
  const themes: Theme[] = [];
  for (const { at } of centres) {
    const remaining = [...(near[at]?.keys() ?? [])].filter((other) => !taken.has(sentences[other]?.source ?? -1));
    if (taken.has(sentences[at]?.source ?? -1) || occasionsOf(remaining) < minOccurrences) continue;
    const sources = [...new Set(remaining.map((other) => sentences[other]?.source as number))].sort((a, b) => a - b);
    for (const source of sources) taken.add(source);
    themes.push({ content: sentences[at]?.text ?? '', sources });
  }
  return themes.sort((a, b) => b.sources.length - a.sources.length);
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);

export function runToEnd<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
