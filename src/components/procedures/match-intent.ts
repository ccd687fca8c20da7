import { stopWordsOf } from '../../languages/word-lists.ts';
import { termsOf } from '../../text/terms.ts';

const CAMEL_HUMP = /(?<=\p{Ll}|\p{N})(?=\p{Lu})/gu;
/** Endings in which words of one family still differ when stemmed: deploy and deployment, analyse and analysis, respond and response. */
const LOOSE_ENDING = /(?<=.{5})(?:si|[iysz]|(?<=n)d)$/;

const STOP_TERMS: ReadonlySet<string> = new Set([...stopWordsOf('en')].flatMap(termsIn));

/** A phrase that asks for a playbook. */
interface Keyword {
  readonly text: string;
  readonly terms: readonly string[];
  readonly worth: number;
}

/** What one playbook is found by. */
export interface Keywords {
  readonly phrases: readonly Keyword[];
  /** The words of its name that tell something, and how many words it has in all. */
  readonly nameTerms: readonly string[];
  readonly nameLength: number;
}

/** What a text is compared by. */
export function termsIn(text: string): string[] {
  return termsOf(text).map((term) => term.replace(LOOSE_ENDING, ''));
}

const isTelling = (term: string): boolean => !STOP_TERMS.has(term);

/**
 * From "code_review": the phrase "code review", "codereview" as one word, and the words "code" and "review". A phrase is worth
 * its number of words, for the longer it is the less likely it is chance; one that the author chose is worth one more.
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
    nameTerms: [...new Set(nameTerms.filter(isTelling))],
    nameLength: new Set(nameTerms).size,
  };
}

/** An intent is a few sentences; in a long text any word turns up. */
const MOST_READ = 10_000;
/** Words of a name belong together if no more telling words than this stand between two of them. */
const WIDEST_GAP = 2;
/** Half a name is not enough among other words: a hotel's review is no code review. */
const MORE_THAN = 0.5;

export interface Match {
  readonly score: number;
  /** The keywords that were found, the best first; the name alone if its words were found apart. */
  readonly found: readonly string[];
}

const SENTENCE_END = /(?<=[.!?。！？])\s+|\n+/u;

type Sentences = readonly (readonly string[])[];

export const readIntent = (intent: string): Sentences => intent.slice(0, MOST_READ).split(SENTENCE_END).map(termsIn);

/** How much an intent asks for what these keywords stand for; undefined if too little to say so. */
export function matchIntent(sentences: Sentences, { phrases, nameTerms, nameLength }: Keywords): Match | undefined {
  const found = phrases.filter(({ terms }) => sentences.some((sentence) => holdsPhrase(sentence, terms)));
  const together = Math.max(0, ...sentences.map((sentence) => mostTogether(sentence, nameTerms)));
  const score = found.reduce((sum, { worth }) => sum + worth, 0) + (nameLength > 1 ? together / nameLength : 0);
  if (score <= MORE_THAN && !isOnly(sentences, nameTerms)) return undefined;
  const asked = found.length > 0 ? found.sort((a, b) => b.worth - a.worth) : phrases.slice(0, 1);
  return { score, found: asked.map(({ text }) => text) };
}

/** Whether all that an intent says are words of the name: "code" alone asks for a code review. */
function isOnly(sentences: Sentences, nameTerms: readonly string[]): boolean {
  const told = sentences.flat().filter(isTelling);
  return told.length > 0 && told.length <= nameTerms.length && told.every((term) => nameTerms.includes(term));
}

function holdsPhrase(sentence: readonly string[], phrase: readonly string[]): boolean {
  for (let at = sentence.indexOf(phrase[0] as string); at >= 0; at = sentence.indexOf(phrase[0] as string, at + 1))
    if (phrase.every((term, offset) => sentence[at + offset] === term)) return true;
  return false;
}

/** How many of these terms stand together somewhere in the sentence, in any order. */
function mostTogether(sentence: readonly string[], terms: readonly string[]): number {
  let most = 0;
  let gap = 0;
  let here = new Set<string>();
  for (const term of sentence.filter(isTelling)) {
    if (!terms.includes(term)) {
      gap += 1;
      continue;
    }
    if (gap > WIDEST_GAP) here = new Set();
    gap = 0;
    most = Math.max(most, here.add(term).size);
  }
  return most;
}
