import { STOP_WORDS } from '../../text/stop-words.ts';
import { termsOf } from '../../text/terms.ts';

const CAMEL_HUMP = /(?<=\p{Ll}|\p{N})(?=\p{Lu})/gu;
/** Endings in which words of one family still differ when stemmed: deploy and deployment, analyse and analysis, respond and response. */
const LOOSE_ENDING = /(?<=^.{5,})(?:si|[iysz]|(?<=n)d)$/;

const STOP_TERMS: ReadonlySet<string> = new Set([...STOP_WORDS].flatMap(termsIn));

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

export const isTelling = (term: string): boolean => !STOP_TERMS.has(term);

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
