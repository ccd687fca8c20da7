import { sentencesOf } from '../../languages/english/sentences.ts';
import { isTelling, type Keywords, termsIn } from './keywords.ts';

/** An intent is a few sentences; in a long text any word turns up. */
const MOST_READ = 10_000;
/** Words of a name belong together if no more telling words than this stand between two of them. */
const WIDEST_GAP = 2;
/** Half a name is not enough: "review" alone does not ask for a code review. */
const MORE_THAN = 0.5;

export interface Match {
  readonly score: number;
  /** The keywords that were found, the best first; the name alone if its words were found apart. */
  readonly found: readonly string[];
}

type Sentences = readonly (readonly string[])[];

export const readIntent = (intent: string): Sentences => sentencesOf(intent.slice(0, MOST_READ)).map(termsIn);

/** How much an intent asks for what these keywords stand for; undefined if too little to say so. */
export function matchIntent(sentences: Sentences, { phrases, nameTerms, nameLength }: Keywords): Match | undefined {
  const found = phrases.filter(({ terms }) => sentences.some((sentence) => holdsPhrase(sentence, terms)));
  const together = Math.max(0, ...sentences.map((sentence) => mostTogether(sentence, nameTerms)));
  const score = found.reduce((sum, { worth }) => sum + worth, 0) + (nameLength > 1 ? together / nameLength : 0);
  if (score <= MORE_THAN) return undefined;
  const asked = found.length > 0 ? found.sort((a, b) => b.worth - a.worth) : phrases.slice(0, 1);
  return { score, found: asked.map(({ text }) => text) };
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
