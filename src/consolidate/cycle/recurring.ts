import type { Languages } from '../../contracts/language.ts';
import { termsIn } from '../../text/terms.ts';

/** Something that happened or was said once. */
export interface Occurrence {
  readonly text: string;
  readonly at: Date;
  /** What is told twice in one session of a day happened once. */
  readonly session?: string;
  /** Who said it, where that is known. */
  readonly speaker?: string;
}

/** Something that shows in several occurrences. */
export interface Pattern {
  /** What is so, or how something is done. */
  readonly type: 'semantic' | 'procedural';
  readonly content: string;
  /** Indexes of the occurrences it shows in, in order. */
  readonly sources: readonly number[];
}

/** Occurrences that say nearly the same. */
export interface Theme {
  /** The sentence that is nearest to all others. */
  readonly content: string;
  readonly sources: readonly number[];
}

interface Search {
  readonly languages: Languages;
  /** On so many different occasions it must show. */
  readonly minOccurrences: number;
  /** The most frequent come first; the others are left out. */
  readonly most?: number;
  /** How alike two sentences must be, from 0 to 1. */
  readonly alike?: number;
}

/** Sentences at least so alike say nearly the same; what a model is to judge may be less alike. */
const NEARLY_THE_SAME = 0.3;
export const MAYBE_THE_SAME = 0.2;
const FEWEST_SHARED = 2;
/** A term in more than this share of many sentences is a habit of speech. */
const COMMON_SHARE = 0.01;
const FEW_SENTENCES = 200;
/** A sentence is set against the latest so many that share one of its so many rarest terms. */
const MOST_COMPARED = 200;
const RAREST = 4;
const MOST_SENTENCES = 8;
/** Sentences read or compared between two pauses. */
const AT_ONCE = 50;

interface Telling {
  readonly source: number;
  readonly text: string;
  readonly occasion: string;
  readonly speaker: string;
  readonly terms: ReadonlySet<string>;
}

/** What recurs, the most frequent first. It yields often, so that others get a turn. */
export function* recurring(
  occurrences: readonly Occurrence[],
  { languages, minOccurrences, most = Number.POSITIVE_INFINITY, alike = NEARLY_THE_SAME }: Search,
): Generator<undefined, Theme[]> {
  const told: Telling[] = [];
  for (const [source, occurrence] of occurrences.entries()) {
    told.push(...tellingsOf(occurrence, source, languages));
    if (source % AT_ONCE === 0) yield;
  }
  const index = new TermIndex(told);
  const near: Map<number, number>[] = [];
  for (const at of told.keys()) {
    near.push(index.near(at, alike, minOccurrences));
    if (at % AT_ONCE === 0) yield;
  }
  return themesOf(told, near, minOccurrences).slice(0, most);
}

/** The same as patterns, without a model to word them. */
export function* recurringPatterns(
  occurrences: readonly Occurrence[],
  search: Search,
): Generator<undefined, Pattern[]> {
  const themes = yield* recurring(occurrences, search);
  return themes.map(({ content, sources }) => {
    const isProcedure = search.languages.of(content).memoryType(content)?.value === 'procedural';
    return { type: isProcedure ? 'procedural' : 'semantic', content, sources };
  });
}

function tellingsOf({ text, at, session = '', speaker = '' }: Occurrence, source: number, languages: Languages) {
  const language = languages.of(text);
  const occasion = `${session} ${at.toISOString().slice(0, 10)}`;
  const sentences = language.sentences(text).slice(0, MOST_SENTENCES);
  return sentences.flatMap((sentence): Telling[] => {
    if (language.smallTalk(sentence) !== undefined) return [];
    const telling = language.words(sentence).filter((word) => !language.isStopWord(word));
    const terms = new Set(termsIn(telling.join(' '), language.code));
    return terms.size < FEWEST_SHARED ? [] : [{ source, text: sentence.trim(), occasion, speaker, terms }];
  });
}

class TermIndex {
  readonly #told: readonly Telling[];
  readonly #postings = new Map<string, number[]>();

  constructor(told: readonly Telling[]) {
    this.#told = told;
    for (const [at, { terms }] of told.entries())
      for (const term of terms) {
        const posting = this.#postings.get(term);
        if (posting === undefined) this.#postings.set(term, [at]);
        else posting.push(at);
      }
  }

  #isCommon = (term: string): boolean =>
    this.#told.length > FEW_SENTENCES && this.#countOf(term) > COMMON_SHARE * this.#told.length;

  #countOf = (term: string): number => this.#postings.get(term)?.length ?? 1;

  /** A rare term tells more. */
  #weight = (term: string): number => Math.log(1 + this.#told.length / this.#countOf(term));

  #weightOf = (terms: Iterable<string>): number => [...terms].reduce((sum, term) => sum + this.#weight(term), 0);

  /** What the same speaker says that is so alike, with how alike it is; itself among them. */
  near(at: number, alike: number, least: number): Map<number, number> {
    const { terms, speaker } = this.#told[at] as Telling;
    const found = new Map<number, number>();
    const own = this.#weightOf(terms);
    const recur = [...terms].map((term) => this.#postings.get(term) ?? []).filter(({ length }) => length >= least);
    for (const posting of recur.toSorted((a, b) => a.length - b.length).slice(0, RAREST))
      for (const other of posting.slice(-MOST_COMPARED)) {
        const beside = this.#told[other] as Telling;
        if (found.has(other) || beside.speaker !== speaker) continue;
        const shared = [...terms].filter((term) => beside.terms.has(term));
        if (shared.filter((term) => !this.#isCommon(term)).length < FEWEST_SHARED) continue;
        const likeness = (2 * this.#weightOf(shared)) / (own + this.#weightOf(beside.terms));
        if (likeness >= alike) found.set(other, likeness);
      }
    return found;
  }
}

/** Round the sentence with the most and nearest others about it, then round the next of what is left. */
function themesOf(told: readonly Telling[], near: readonly Map<number, number>[], least: number): Theme[] {
  const taken = new Set<number>();
  const occasionsOf = (all: Iterable<number>) => new Set([...all].map((at) => told[at]?.occasion)).size;
  const centres = near
    .map((others, at) => ({ at, occasions: occasionsOf(others.keys()), nearness: sum(others.values()) }))
    .filter(({ occasions }) => occasions >= least)
    .sort((a, b) => b.occasions - a.occasions || b.nearness - a.nearness);
  const themes: Theme[] = [];
  for (const { at } of centres) {
    const left = [...(near[at]?.keys() ?? [])].filter((other) => !taken.has(told[other]?.source ?? -1));
    if (taken.has(told[at]?.source ?? -1) || occasionsOf(left) < least) continue;
    const sources = [...new Set(left.map((other) => told[other]?.source as number))].sort((a, b) => a - b);
    for (const source of sources) taken.add(source);
    themes.push({ content: told[at]?.text ?? '', sources });
  }
  return themes.sort((a, b) => b.sources.length - a.sources.length);
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);

/** What a search comes to, where nobody waits. */
export function resultOf<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
