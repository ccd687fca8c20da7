import { occasionOf } from './occasion.ts';
import type { Occurrence } from './occurrence.ts';
import { isRequest, readSentences } from './read-sentences.ts';
import { resultOf } from './result-of.ts';
import { WEAK } from './vocabulary.ts';

/** Of what a sentence says, so much must be what it shares with the others. */
const LEAST_SHARE = 0.25;
/** A word in more than this share of many sentences tells nothing of any of them. */
const COMMON_SHARE = 0.05;
const FEW_SENTENCES = 200;
/** Two words side by side wherever they meet are one name for one thing. */
const ONE_NAME = 0.8;
/** How many times as often as by chance two words must meet. */
const BEYOND_CHANCE = 3;
/** Occurrences read at a time. */
const AT_ONCE = 50;
/** What is asked for mostly when it is spoken of is a wish. */
const MOSTLY = 0.75;

/** A sentence, as far as it takes to compare it with others. */
interface Told {
  readonly source: number;
  readonly occasion: string;
  /** In the order of the words; undefined for words that say how. */
  readonly stems: readonly (string | undefined)[];
  readonly distinct: ReadonlySet<string>;
  readonly isRequest: boolean;
}

/** Occurrences in which the same words recur. */
export interface Theme {
  /** Indexes of the occurrences, in order. */
  readonly sources: readonly number[];
  /** The stems that at least half of them have. */
  readonly core: ReadonlySet<string>;
  readonly areRequests: boolean;
}

interface Pair {
  readonly stems: readonly [string, string];
  readonly tellings: readonly number[];
}

/** What recurs on at least so many occasions: two things told together, or one that is asked for. The most frequent first. */
export const findThemes = (occurrences: readonly Occurrence[], minOccurrences: number): Theme[] =>
  resultOf(themeSearch(occurrences, minOccurrences));

/** The same a little at a time, so that others get a turn, and of the themes only so many. */
export function* themeSearch(
  occurrences: readonly Occurrence[],
  minOccurrences: number,
  most = Number.POSITIVE_INFINITY,
): Generator<undefined, Theme[]> {
  const told: Told[] = [];
  for (const [source, occurrence] of occurrences.entries()) {
    told.push(...tellingsOf(occurrence, source));
    if (source % AT_ONCE === 0) yield;
  }
  const finder = new ThemeFinder(told, minOccurrences);
  const pairs: Pair[] = [];
  for (const found of finder.pairs()) {
    pairs.push(...found);
    yield;
  }
  const themes: Theme[] = [];
  for (const theme of finder.themes(pairs)) {
    if (theme !== undefined) themes.push(theme);
    if (themes.length >= most) break;
    yield;
  }
  return themes;
}

function tellingsOf(occurrence: Occurrence, source: number): Told[] {
  const occasion = occasionOf(occurrence);
  return readSentences(occurrence).map((sentence) => {
    const stems = sentence.words.map(({ stem }) => stem);
    const distinct = new Set(stems.filter((stem) => stem !== undefined));
    return { source, occasion, stems, distinct, isRequest: isRequest(sentence) };
  });
}

class ThemeFinder {
  readonly #told: readonly Told[];
  readonly #least: number;
  readonly #postings = new Map<string, number[]>();
  readonly #most: number;
  readonly #taken = new Set<number>();

  constructor(told: readonly Told[], least: number) {
    this.#told = told;
    this.#least = least;
    this.#most = told.length <= FEW_SENTENCES ? Number.POSITIVE_INFINITY : told.length * COMMON_SHARE;
    for (const [at, { distinct }] of told.entries())
      for (const stem of distinct) {
        const posting = this.#postings.get(stem);
        if (posting === undefined) this.#postings.set(stem, [at]);
        else posting.push(at);
      }
  }

  /** Of pairs, then of what is asked for; undefined for what comes to nothing. */
  *themes(pairs: readonly Pair[]): Generator<Theme | undefined> {
    const ranked = pairs.toSorted(
      (a, b) =>
        b.tellings.length - a.tellings.length ||
        this.#commonness(a) - this.#commonness(b) ||
        (a.stems.join(' ') < b.stems.join(' ') ? -1 : 1),
    );
    for (const pair of ranked) yield this.#themeOf(this.#grown(pair.tellings), false);
    const wanted = [...this.#postings].sort(([, a], [, b]) => b.length - a.length);
    for (const [stem, posting] of wanted) {
      if (WEAK.has(stem) || !this.#canRecur(posting)) continue;
      const requests = posting.filter((at) => this.#told[at]?.isRequest);
      if (requests.length >= MOSTLY * posting.length) yield this.#themeOf(posting, true);
    }
  }

  #canRecur = (posting: readonly number[]): boolean => posting.length >= this.#least && posting.length <= this.#most;

  #commonness = ({ stems }: Pair): number =>
    stems.reduce((sum, stem) => sum + (this.#postings.get(stem)?.length ?? 0), 0);

  /** Those that recur, by the first of their words. */
  *pairs(): Generator<Pair[]> {
    for (const [one, posting] of this.#postings) {
      if (WEAK.has(one) || !this.#canRecur(posting)) continue;
      const together = new Map<string, number[]>();
      for (const at of posting)
        for (const other of this.#told[at]?.distinct ?? []) {
          if (other <= one || WEAK.has(other)) continue;
          const tellings = together.get(other);
          if (tellings === undefined) together.set(other, [at]);
          else tellings.push(at);
        }
      yield [...together]
        .map(([other, tellings]): Pair => ({ stems: [one, other], tellings }))
        .filter((pair) => this.#canRecur(this.#postings.get(pair.stems[1]) ?? []) && this.#recurs(pair));
    }
  }

  #recurs({ stems: [one, other], tellings }: Pair): boolean {
    if (tellings.length < this.#least) return false;
    const apart = (stem: string) => (this.#postings.get(stem)?.length ?? 0) - tellings.length;
    const byChance = (apart(one) * apart(other)) / this.#told.length;
    if (tellings.length < this.#least + BEYOND_CHANCE * byChance) return false;
    return this.#occasions(tellings) >= this.#least && !this.#isOneName(one, other, tellings);
  }

  #isOneName(one: string, other: string, tellings: readonly number[]): boolean {
    const beside = tellings.filter((at) =>
      this.#told[at]?.stems.some(
        (stem, index, stems) =>
          (stem === one && stems[index + 1] === other) || (stem === other && stems[index + 1] === one),
      ),
    );
    return beside.length >= ONE_NAME * tellings.length;
  }

  #occasions = (tellings: readonly number[]): number => new Set(tellings.map((at) => this.#told[at]?.occasion)).size;

  #coreOf(tellings: readonly number[]): Set<string> {
    const counts = new Map<string, number>();
    for (const at of tellings)
      for (const stem of this.#told[at]?.distinct ?? []) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    const least = Math.max(2, tellings.length / 2);
    return new Set([...counts].filter(([, count]) => count >= least).map(([stem]) => stem));
  }

  /** With those that tell most of the same without the two words it began with. */
  #grown(tellings: readonly number[]): number[] {
    const core = [...this.#coreOf(tellings)].filter((stem) => !WEAK.has(stem));
    const shared = new Map<number, number>();
    for (const stem of core) for (const at of this.#postings.get(stem) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
    const known = new Set(tellings);
    const enough = Math.max(2, core.length / 2);
    const more = [...shared].filter(([at, count]) => count >= enough && !known.has(at)).map(([at]) => at);
    return [...tellings, ...more].sort((a, b) => a - b);
  }

  #themeOf(all: readonly number[], areRequests: boolean): Theme | undefined {
    const core = this.#coreOf(all);
    const tellings = all.filter((at) => {
      const { distinct = new Set<string>() } = this.#told[at] ?? {};
      const shared = [...distinct].filter((stem) => core.has(stem)).length;
      return shared >= LEAST_SHARE * distinct.size;
    });
    if (this.#occasions(tellings) < this.#least) return undefined;
    const told = tellings.filter((at) => this.#taken.has(at)).length;
    if (told >= tellings.length / 2) return undefined;
    for (const at of tellings) this.#taken.add(at);
    const sources = [...new Set(tellings.map((at) => this.#told[at]?.source as number))].sort((a, b) => a - b);
    return { sources, core: this.#coreOf(tellings), areRequests: areRequests || this.#areRequests(tellings) };
  }

  #areRequests = (tellings: readonly number[]): boolean =>
    tellings.filter((at) => this.#told[at]?.isRequest).length >= MOSTLY * tellings.length;
}
