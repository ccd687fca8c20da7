import { stemmer } from 'stemmer';
import { STRETCH, stretchesOf } from '../text/words.ts';
import { detectAmong, isForeign, mayBeForeign, wordHash } from './detect.ts';
import { stemmerOf } from './word-lists.ts';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const BEYOND_ASCII = /[^\0-\x7f]/;
const DIACRITIC = /[\u0300-\u036f]/g;
const ENGLISH = /^[a-z]+$/;
const ENGLISH_CODE = 'en';
/** Scripts without spaces: a run of them becomes overlapping pairs. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu;
const HAN = /\p{Script=Han}/gu;
const MAX_TERM_LENGTH = 64;
const MAX_CACHED_STEMS = 50_000;

const stems = new Map<string, string>();

/**
 * The search terms of a text, in order, with repeats: lower case, without accents, stemmed as English. A word of
 * another language gets a second term if its own stemmer differs, so that a text of misdetected language still matches.
 * A long text is split into stretches, each of a language of its own.
 */
export const termsOf = (text: string): string[] =>
  text.length <= STRETCH ? termsIn(text) : [...stretchesOf(text)].flatMap((stretch) => termsIn(stretch));

/** The terms of words in a known language, as in a query: a few words do not show it. */
export function termsIn(text: string, language?: string): string[] {
  const lower = text.toLowerCase();
  const isPlain = !BEYOND_ASCII.test(lower);
  const words = (isPlain ? lower : folded(lower)).match(WORD) ?? [];
  const spoken = language ?? detectAmong(lower, words);
  if (spoken !== ENGLISH_CODE) {
    const terms = doublyStemmed(lower, stemmerOf(spoken));
    // Many Chinese words are single characters, which pairs alone would miss.
    return language === undefined ? [...terms, ...(lower.match(HAN) ?? [])] : terms;
  }
  return isPlain ? words.map(stem) : words.flatMap(pieces);
}

/**
 * Counts only the given terms, and the total: many times faster than `termsOf` for few terms. Takes computed terms too.
 */
export function termCounter(
  wanted: ReadonlySet<string>,
): (text: string | readonly string[]) => { counts: Map<string, number>; all: number } {
  const beginnings = new Set([...wanted].map((term) => (term.length < 3 ? term.charCodeAt(0) : beginningOf(term))));
  const isLikely = (first: number, second: number) => beginnings.has(first) || beginnings.has(65_536 * first + second);
  const count = (terms: Iterable<string>) => {
    const counts = new Map<string, number>();
    for (const term of terms) if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    return counts;
  };
  return (text) => {
    if (typeof text !== 'string') return { counts: count(text), all: text.length };
    const lower = text.toLowerCase();
    const english = plainEnglish(lower, isLikely);
    if (english !== undefined) return { counts: count(english.likely.map(stem)), all: english.all };
    const terms = termsOf(lower);
    return { counts: count(terms), all: terms.length };
  };
}

function plainEnglish(lower: string, isLikely: (first: number, second: number) => boolean) {
  const likely: string[] = [];
  let foreign: string | undefined;
  let [all, start, hash] = [0, -1, 0];
  for (let at = 0; at <= lower.length; at++) {
    const code = at < lower.length ? lower.charCodeAt(at) : 0;
    if (code > 127) return undefined;
    if ((code >= LETTER_A && code <= LETTER_Z) || (code >= DIGIT_0 && code <= DIGIT_9)) {
      if (start < 0) [start, hash] = [at, 0];
      hash = wordHash(hash, code);
    } else if (start >= 0) {
      all++;
      if (foreign === undefined && mayBeForeign(hash)) {
        const word = lower.slice(start, at);
        if (isForeign(word)) foreign = word;
      }
      const second = at - start > 1 ? lower.charCodeAt(start + 1) : 0;
      if (isLikely(lower.charCodeAt(start), second)) likely.push(lower.slice(start, at));
      start = -1;
    }
  }
  if (foreign !== undefined && (lower.length > STRETCH || detectAmong(lower, [foreign]) !== ENGLISH_CODE))
    return undefined;
  return { likely, all };
}

const [LETTER_A, LETTER_Z, DIGIT_0, DIGIT_9] = [97, 122, 48, 57];

/** The first two letters as one number; stemming changes a stem's last letter at most. */
const beginningOf = (word: string): number => 65_536 * word.charCodeAt(0) + (word.charCodeAt(1) || 0);

export const isUnspaced = (word: string): boolean => word.search(UNSPACED) >= 0;

const folded = (text: string): string => text.normalize('NFKD').replace(DIACRITIC, '').normalize('NFC');

function doublyStemmed(lower: string, cut: (word: string) => string): string[] {
  return (lower.normalize('NFKC').match(WORD) ?? []).flatMap((word) => {
    const terms = (folded(word).match(WORD) ?? []).flatMap(pieces);
    const own = word.length > MAX_TERM_LENGTH || isUnspaced(word) ? '' : folded(cut(word));
    return own === '' || terms.includes(own) ? terms : [...terms, own];
  });
}

function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const short = word.length > MAX_TERM_LENGTH ? word.slice(0, MAX_TERM_LENGTH).toWellFormed() : word;
  const term = ENGLISH.test(short) ? stemmer(short) : short;
  if (word.length <= MAX_TERM_LENGTH) {
    if (stems.size >= MAX_CACHED_STEMS) stems.clear();
    stems.set(word, term);
  }
  return term;
}

function pieces(word: string): string[] {
  if (!BEYOND_ASCII.test(word)) return [stem(word)];
  const spaced = word.replace(UNSPACED, ' ').match(WORD) ?? [];
  const pairs = (word.match(UNSPACED) ?? []).flatMap((run) => {
    const letters = [...run];
    return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  });
  return [...spaced.map(stem), ...pairs];
}
