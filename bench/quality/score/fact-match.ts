import { stemmer } from 'stemmer';
import { eng } from 'stopword';

const STOP_WORDS = new Set(eng);
const NEGATION = /\b(?:not|no|never|none|nothing|nobody|neither|nor|without|cannot)\b|n['’]t\b/i;
const WORD = /[\p{L}\p{N}]+/gu;

/** A statement and the turns it rests on. */
export interface Statement {
  readonly text: string;
  readonly units: readonly string[];
}

/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

export const words = (text: string): string[] =>
  UNSPACED.test(text)
    ? Array.from(segmenter.segment(text.toLowerCase()))
        .filter(({ isWordLike }) => isWordLike)
        .map(({ segment }) => segment)
    : (text.toLowerCase().match(WORD) ?? []);

export const contentStems = (text: string): Set<string> =>
  new Set(
    words(text)
      .filter((word) => !STOP_WORDS.has(word))
      .map(stemmer),
  );

/**
 * They rest on a common turn, say it in mostly the same words, and differ in no number, name or negation. People known by
 * name are recognised where a sentence starts with them.
 */
export function matches(left: Statement, right: Statement, people: readonly string[] = []): boolean {
  return (
    left.units.some((unit) => right.units.includes(unit)) &&
    overlapF1(contentStems(left.text), contentStems(right.text)) >= 0.5 &&
    agree(numbers(left.text), numbers(right.text)) &&
    agree(names(left.text, people), names(right.text, people)) &&
    NEGATION.test(left.text) === NEGATION.test(right.text)
  );
}

/** Whether one text states the other, mostly in the same words, wherever it comes from. */
export const says = (left: string, right: string): boolean => overlapF1(contentStems(left), contentStems(right)) >= 0.6;

function overlapF1(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  return left.size + right.size === 0 ? 0 : (2 * shared(left, right)) / (left.size + right.size);
}

export function jaccard(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const union = left.size + right.size - shared(left, right);
  return union === 0 ? 0 : shared(left, right) / union;
}

const shared = (left: ReadonlySet<string>, right: ReadonlySet<string>): number =>
  [...left].filter((each) => right.has(each)).length;

/** One may leave out what the other says, but neither says something else. */
const agree = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  shared(left, right) === Math.min(left.size, right.size);

const numbers = (text: string): Set<string> => new Set(text.match(/\d+(?:[.,:]\d+)*/g) ?? []);

/** Words with a capital, unless they are stop words or have it only because a sentence starts. */
function names(text: string, people: readonly string[]): Set<string> {
  const results = [...text.matchAll(/(^|[.!?:\n]\s*)?(?<![\p{L}\p{N}])(\p{Lu}[\p{L}\p{N}]*)/gu)];
  return new Set(
    results.flatMap(([, start, name = '']) =>
      people.includes(name) || (start === undefined && !STOP_WORDS.has(name.toLowerCase())) ? [name.toLowerCase()] : [],
    ),
  );
}
