import type { Claim } from '../../../contracts/language.ts';
import { contentWords, words } from '../../../text/words.ts';
import { sentencesOf } from '../../sentences.ts';
import { STOP_WORDS } from '../stop-words.ts';
import { compareClaims } from './compare.ts';
import { readClaim } from './read-claim.ts';

/** A sentence and what it claims. */
interface Statement extends Claim {
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

/** A text as far as others can contradict it. */
export interface Stated {
  readonly claims: readonly Statement[];
  /** All words that carry meaning. */
  readonly words: ReadonlySet<string>;
}

/** A longer one is no plain claim. */
const LONGEST_CLAIM = 400;
const MOST_SENTENCES = 200;
/** What Markdown puts around a sentence. */
const MARKS = /^(?:[-*+>#]|\d{1,9}[.)])[ \t]+|[*_`]+/g;

const ENGLISH = { words, isStopWord: (word: string) => STOP_WORDS.has(word) };

export function statedIn(text: string): Stated {
  const sentences = sentencesIn(text);
  return {
    claims: sentences.flatMap(statementsIn),
    words: new Set(sentences.flatMap((sentence) => contentWords(sentence, ENGLISH))),
  };
}

/** The sentence of a text that says otherwise than another text, neither of them newer. */
export const otherwise = (held: Stated, told: Stated): string | undefined =>
  told.claims.find((one) => held.claims.some((other) => mayMeet(other, one) && contradict(other, one, told.words)))
    ?.text;

const sentencesIn = (text: string): string[] =>
  sentencesOf(text)
    .slice(0, MOST_SENTENCES)
    .map((sentence) => sentence.trim().replace(MARKS, ''))
    .filter((sentence) => sentence !== '' && sentence.length <= LONGEST_CLAIM);

const WORD = /[^\p{L}\p{N}]+/u;

function statementsIn(sentence: string): Statement[] {
  const claim = readClaim(sentence);
  if (claim === undefined) return [];
  // "Our API" and "the API" are one where nobody else's is spoken of.
  const subject = claim.subject.replace(/^(?:we|our) (?=\S)/, '');
  return [{ ...claim, subject, text: sentence, words: new Set(sentence.toLowerCase().split(WORD)) }];
}

/** One speaks of what the other is about. */
const mayMeet = (a: Statement, b: Statement): boolean => isNamedIn(a, b) || isNamedIn(b, a);
const isNamedIn = ({ subject }: Statement, { words }: Statement): boolean =>
  subject.split(WORD).every((word) => words.has(word));

/** Neither is newer than the other as far as anybody knows. */
const contradict = (held: Statement, said: Statement, stated: ReadonlySet<string>): boolean =>
  compareClaims(held.text, said.text) === 'contradiction' ||
  compareClaims(said.text, held.text) === 'contradiction' ||
  differ(held, said, stated);

/** Things use one thing for a purpose; people and teams use many. */
const SOMEBODY =
  /\b(?:user|users|i|you|he|she|they|everyone|team|teams|people|staff|employee|employees|engineers?|developers?)$/;
/** "uses X", "runs on X", "is deployed with X": where one thing is, another is not. */
const BY_MEANS = /^use$| (?:with|on|by|via|through|at|for|in)$/;
const LONGEST_VALUE = 5;

/**
 * Whether two claims of one thing, neither of them newer, give it different values. Memory alone would let both stand; beside
 * each other in one answer they are to be told apart. What the document also says, in these words, is no difference.
 */
function differ(held: Statement, said: Statement, stated: ReadonlySet<string>): boolean {
  if (held.negated || said.negated || held.relation !== said.relation || held.subject !== said.subject) return false;
  if (said.words.has('also') || held.words.has('also')) return false;
  // "port 8080", "port 3000"
  const [figures, others] = [held.value, said.value].map((value) => value.replace(/\d+/g, '#'));
  if (figures === others && held.value !== said.value) return true;
  if (!BY_MEANS.test(held.relation) || SOMEBODY.test(held.subject)) return false;
  const [own = [], other = []] = [held, said].map(({ value }) => contentWords(value.replace(/ for .*/s, ''), ENGLISH));
  if (own.length === 0 || Math.max(own.length, other.length) > LONGEST_VALUE) return false;
  return own.every((word) => !other.includes(word)) && !own.every((word) => stated.has(word));
}
