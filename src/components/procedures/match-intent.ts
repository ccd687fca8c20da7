import { termsOf } from '../../languages/terms.ts';
import { stopWordsOf } from '../../languages/word-lists.ts';

const CAMEL_HUMP = /(?<=\p{Ll}|\p{N})(?=\p{Lu})/gu;
/** Endings in which stemmed words of one family still differ: deploy and deployment, analyse and analysis, respond and response. */
const LOOSE_ENDING = /(?<=.{5})(?:si|[iysz]|(?<=n)d)$/;

const STOP_TERMS: ReadonlySet<string> = new Set([...stopWordsOf('en')].flatMap(termsIn));

interface Keyword {
  readonly text: string;
  readonly terms: readonly string[];
  readonly worth: number;
}

export interface Keywords {
  readonly phrases: readonly Keyword[];
  readonly nameTerms: readonly string[];
  readonly nameLength: number;
}

export function termsIn(text: string): string[] {
  return termsOf(text).map((term) => term.replace(LOOSE_ENDING, ''));
}

const isContentTerm = (term: string): boolean => !STOP_TERMS.has(term);

/**
 * From "code_review": the phrase "code review", "codereview" as one word, and the words "code" and "review". A phrase is worth its number of
 * words, because a longer one matches less by chance; a phrase that the author chose is worth one more.
 */
export function keywordsOf(name: string, chosen: readonly string[]): Keywords {
  const spaced = name.replace(CAMEL_HUMP, ' ');
  const nameTerms = termsIn(spaced);
  const joined = termsIn(name.replace(/[^\p{L}\p{N}\p{M}]+/gu, ''));
  const phrases = [
    { text: spaced, terms: nameTerms, worth: nameTerms.length },
    ...(nameTerms.length > 1 ? [{ text: name, terms: joined, worth: nameTerms.length }] : []),
    ...chosen.map((text) => ({ text, terms: termsIn(text), worth: termsIn(text).length + 1 })),
  ];
  return {
    phrases: phrases.filter(({ terms }) => terms.length > 0),
    nameTerms: [...new Set(nameTerms.filter(isContentTerm))],
    nameLength: new Set(nameTerms).size,
  };
}

/** An intent is a few sentences; in a long text any word occurs. */
const MAX_READ_CHARS = 10_000;
/** Words of a name belong together if at most so many content words stand between two of them. */
const MAX_GAP = 2;
/** Half a name is not enough among other words: a hotel's review is no code review. */
const SCORE_FLOOR = 0.5;

export interface IntentMatch {
  readonly score: number;
  /** The keywords that match, best first; the name alone if its words match separately. */
  readonly found: readonly string[];
}

const SENTENCE_END = /(?<=[.!?。！？])\s+|\n+/u;

type Sentences = readonly (readonly string[])[];

export const readIntent = (intent: string): Sentences =>
  intent.slice(0, MAX_READ_CHARS).split(SENTENCE_END).map(termsIn);

export function matchIntent(
  sentences: Sentences,
  { phrases, nameTerms, nameLength }: Keywords,
): IntentMatch | undefined {
  const matched = phrases.filter(({ terms }) => sentences.some((sentence) => containsPhrase(sentence, terms)));
  const together = Math.max(0, ...sentences.map((sentence) => maxTogether(sentence, nameTerms)));
  const score = matched.reduce((sum, { worth }) => sum + worth, 0) + (nameLength > 1 ? together / nameLength : 0);
  if (score <= SCORE_FLOOR && !isOnlyName(sentences, nameTerms)) return undefined;
  const reported = matched.length > 0 ? matched.sort((a, b) => b.worth - a.worth) : phrases.slice(0, 1);
  return { score, found: reported.map(({ text }) => text) };
}

/** Whether an intent consists of words of the name: "code" alone asks for a code review. */
function isOnlyName(sentences: Sentences, nameTerms: readonly string[]): boolean {
  const contentTerms = sentences.flat().filter(isContentTerm);
  return (
    contentTerms.length > 0 &&
    contentTerms.length <= nameTerms.length &&
    contentTerms.every((term) => nameTerms.includes(term))
  );
}

function containsPhrase(sentence: readonly string[], phrase: readonly string[]): boolean {
  for (let at = sentence.indexOf(phrase[0] as string); at >= 0; at = sentence.indexOf(phrase[0] as string, at + 1))
    if (phrase.every((term, offset) => sentence[at + offset] === term)) return true;
  return false;
}

function maxTogether(sentence: readonly string[], terms: readonly string[]): number {
  let highest = 0;
  let gap = 0;
  let here = new Set<string>();
  for (const term of sentence.filter(isContentTerm)) {
    if (!terms.includes(term)) {
      gap += 1;
      continue;
    }
    if (gap > MAX_GAP) here = new Set();
    gap = 0;
    highest = Math.max(highest, here.add(term).size);
  }
  return highest;
}
