import { thirdPerson } from '../../languages/english/assertions/verbs.ts';
import { wordList } from '../../text/word-list.ts';
import { HOW_OFTEN } from './how-often.ts';
import { isStandingNoun, isWorkNoun, wordsOf } from './technical.ts';

/** A statement in two: who or what it is about, and what it says of it. */
export interface ClauseParts {
  readonly subject: readonly string[];
  readonly rest: string;
}

const HELPERS = wordList(
  `is are was were am has have had do does did can cannot could may might must shall should will would
  ${HOW_OFTEN.replaceAll('|', ' ')} never frequently rarely only now still currently
  passed failed succeeded crashed broke finished completed timed returned stopped worked`,
);
const BASE_VERBS = wordList(
  `accept allow break cap close complain complete connect contain crash depend deploy drop exist expect expire expose fail finish follow go hang
  include keep lack last limit listen live need offer pass permit point provide reject require reset respond restart return run serve sit
  slow start stop store succeed support take talk target tend time use want work ask come mean`,
);
const VERBS: ReadonlySet<string> = new Set([...BASE_VERBS].flatMap((base) => [base, thirdPerson(base)]));
const PREPOSITIONS = wordList('of for in on at to from with by about under behind after before during between against');
const LONGEST_SUBJECT = 8;
/** The subject of a clause is a phrase, not a clause of its own, and is named with an article or in a word or two. */
const NO_PHRASE = /\b(?:that|which|who|where|how|what|if|and then)\b|,/i;
const DETERMINED = /^(?:the|an?|our|my|your|this|these|all|each|every|most|any|no|both|its)\b/i;

/** Undefined where no verb can be made out. */
export function clauseParts(text: string): ClauseParts | undefined {
  const words = wordsOf(text);
  const at = words.slice(0, LONGEST_SUBJECT).findIndex((word, index) => index > 0 && isVerbAt(words, index, word));
  const rest = restFrom(text, at);
  const named = text.slice(0, text.length - rest.length);
  const isPhrase = !NO_PHRASE.test(named) && (at <= 2 || DETERMINED.test(named) || isNoun(words[0] ?? ''));
  return at < 0 || !isPhrase ? undefined : { subject: words.slice(0, at), rest };
}

/** The words before a preposition end in what the phrase is about: "the server at the café" is a server; "requests over 1 MB" begin with it. */
export function headOf(subject: readonly string[]): string {
  const end = subject.findIndex((word, at) => at > 0 && PREPOSITIONS.has(word));
  const last = subject[(end < 0 ? subject.length : end) - 1] ?? '';
  const [first = ''] = subject;
  return isNoun(last) || !isNoun(first) ? last : first;
}

const isNoun = (word: string): boolean => isStandingNoun(word) || isWorkNoun(word);

function isVerbAt(words: readonly string[], at: number, word: string): boolean {
  if (HELPERS.has(word)) return true;
  const before = words[at - 1] ?? '';
  const isNominal = isStandingNoun(word) && !/^(?:i|we|you|they)$/.test(before);
  if (!VERBS.has(word) || PREPOSITIONS.has(before) || isNominal) return false;
  return /^(?:i|we|you|it|this|user|agent)$/.test(before) || isNoun(before) || at > 1;
}

/** The text as written from its so-manieth word on. */
function restFrom(text: string, at: number): string {
  const matches = [...text.matchAll(/[\p{L}\p{N}'_/.-]*[\p{L}\p{N}]/gu)];
  return text.slice(matches[at]?.index ?? text.length);
}
