import type { Claim } from '../../../contracts/language.ts';
import { contentWords, memoize, words } from '../../../text/words.ts';
import { sentencesOf } from '../../sentences.ts';
import { STOP_WORDS } from '../stop-words.ts';
import { compareClaims } from './compare.ts';
import { parseClaim } from './read-claim.ts';

interface ClaimSentence extends Claim {
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

interface ParsedText {
  readonly claims: readonly ClaimSentence[];
  readonly words: ReadonlySet<string>;
}

const MAX_CLAIM_CHARS = 400;
const MAX_SENTENCES = 200;
const MARKS = /^(?:[-*+>#]|\d{1,9}[.)])[ \t]+|[*_`]+/g;

const ENGLISH = { words, isStopWord: (word: string) => STOP_WORDS.has(word) };

const parsedText = memoize((text): ParsedText => {
  const sentences = sentencesIn(text);
  return {
    claims: sentences.flatMap(claimSentencesIn),
    words: new Set(sentences.flatMap((sentence) => contentWords(sentence, ENGLISH))),
  };
});

export function contradictingSentence(reference: string, text: string): string | undefined {
  const [{ claims: references }, { claims, words }] = [parsedText(reference), parsedText(text)];
  return claims.find((one) => references.some((other) => mayShareSubject(other, one) && contradict(other, one, words)))
    ?.text;
}

const sentencesIn = (text: string): string[] =>
  sentencesOf(text)
    .slice(0, MAX_SENTENCES)
    .map((sentence) => sentence.trim().replace(MARKS, ''))
    .filter((sentence) => sentence !== '' && sentence.length <= MAX_CLAIM_CHARS);

const WORD = /[^\p{L}\p{N}]+/u;

function claimSentencesIn(sentence: string): ClaimSentence[] {
  const claim = parseClaim(sentence);
  if (claim === undefined) return [];
  // "Our API" and "the API" are one if no other owner is mentioned.
  const subject = claim.subject.replace(/^(?:we|our) (?=\S)/, '');
  return [{ ...claim, subject, text: sentence, words: new Set(sentence.toLowerCase().split(WORD)) }];
}

const mayShareSubject = (a: ClaimSentence, b: ClaimSentence): boolean => isNamedIn(a, b) || isNamedIn(b, a);
const isNamedIn = ({ subject }: ClaimSentence, { words }: ClaimSentence): boolean =>
  subject.split(WORD).every((word) => words.has(word));

const contradict = (reference: ClaimSentence, candidate: ClaimSentence, textWords: ReadonlySet<string>): boolean =>
  compareClaims(reference.text, candidate.text) === 'contradiction' ||
  compareClaims(candidate.text, reference.text) === 'contradiction' ||
  giveDifferentValues(reference, candidate, textWords);

/** Things use one thing for a purpose; people and teams use many. */
const SOMEBODY =
  /\b(?:user|users|i|you|he|she|they|everyone|team|teams|people|staff|employee|employees|engineers?|developers?)$/;
const BY_MEANS = /^use$| (?:with|on|by|via|through|at|for|in)$/;
const MAX_VALUE_WORDS = 5;

/**
 * Whether two claims about one thing, neither of them newer, give it different values. Memories may keep both; one
 * answer must tell them apart. A value that the document also states is no difference.
 */
function giveDifferentValues(
  reference: ClaimSentence,
  candidate: ClaimSentence,
  textWords: ReadonlySet<string>,
): boolean {
  if (
    reference.negated ||
    candidate.negated ||
    reference.relation !== candidate.relation ||
    reference.subject !== candidate.subject
  )
    return false;
  if (candidate.words.has('also') || reference.words.has('also')) return false;
  // "port 8080", "port 3000"
  const [figures, others] = [reference.value, candidate.value].map((value) => value.replace(/\d+/g, '#'));
  if (figures === others && reference.value !== candidate.value) return true;
  if (!BY_MEANS.test(reference.relation) || SOMEBODY.test(reference.subject)) return false;
  const [own = [], other = []] = [reference, candidate].map(({ value }) =>
    contentWords(value.replace(/ for .*/s, ''), ENGLISH),
  );
  if (own.length === 0 || Math.max(own.length, other.length) > MAX_VALUE_WORDS) return false;
  return own.every((word) => !other.includes(word)) && !own.every((word) => textWords.has(word));
}
