import { stemmer } from 'stemmer';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const BEYOND_ASCII = /[^\0-\x7f]/;
const DIACRITIC = /[\u0300-\u036f]/g;
const ENGLISH = /^[a-z]+$/;
/** Scripts that are written without spaces: a run of them becomes overlapping pairs. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu;
const MAX_TERM_LENGTH = 64;
const MAX_CACHED_STEMS = 50_000;

const stems = new Map<string, string>();

/** The terms a text is found by, in order, with repeats: lower case, without accents, stemmed. */
export function termsOf(text: string): string[] {
  const lower = text.toLowerCase();
  if (!BEYOND_ASCII.test(lower)) return (lower.match(WORD) ?? []).map(stem);
  const folded = lower.normalize('NFKD').replace(DIACRITIC, '').normalize('NFC');
  return (folded.match(WORD) ?? []).flatMap((word) => (BEYOND_ASCII.test(word) ? pieces(word) : stem(word)));
}

/** Counts only the terms given, and all of them together: many times faster than `termsOf` where few are wanted. */
export function termCounter(
  wanted: ReadonlySet<string>,
): (text: string) => { counts: Map<string, number>; all: number } {
  // Stemming changes how a word ends, never how it begins.
  const beginnings = new Set([...wanted].map((term) => term.charCodeAt(0)));
  const count = (terms: Iterable<string>) => {
    const counts = new Map<string, number>();
    for (const term of terms) if (wanted.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    return counts;
  };
  return (text) => {
    const lower = text.toLowerCase();
    if (BEYOND_ASCII.test(lower)) {
      const terms = termsOf(text);
      return { counts: count(terms), all: terms.length };
    }
    const words = lower.match(WORD) ?? [];
    const likely = words.filter((word) => beginnings.has(word.charCodeAt(0)));
    return { counts: count(likely.map(stem)), all: words.length };
  };
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
  const spaced = word.replace(UNSPACED, ' ').match(WORD) ?? [];
  const pairs = (word.match(UNSPACED) ?? []).flatMap((run) => {
    const letters = [...run];
    return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  });
  return [...spaced.map(stem), ...pairs];
}
