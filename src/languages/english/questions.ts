import { words } from '../../text/words.ts';
import { sentencesOf } from '../sentences.ts';
import { findEntities } from './entities/find-entities.ts';
import { isGreeting } from './small-talk.ts';
import { STOP_WORDS } from './stop-words.ts';

/** A longer query is a text with questions in it. */
const MAX_QUERY_CHARS = 300;
const MAX_QUESTIONS = 3;
const ASKS =
  /^(?:(?:and|so|also|please|tell me|remind me|do you (?:know|remember)),? ){0,2}(?:what|which|who|whom|whose|when|where|why|how|do|does|did|is|are|was|were|has|have|had|can|will|should)(?:['’]s)?\b/i;
const SECOND =
  /,? and (?=(?:what|which|who|whom|whose|when|where|why|how)\b(?!\?)|(?:do|does|did|is|are|was|were|has|have|had|can|will|should) (?:I|you|we|he|she|it|they|my|our|his|her|their|the|\p{Lu}\p{L}+) )/u;
const LEADING_AND = /^and (?:also )?/i;
/** A topic of its own: "and who is coming?" has none. */
const SUBJECT = /\b(?:I|me|my|we|us|our|you|your|the|an?)\b/i;
const SOMEBODY = /\b(?:he|she|they|him|her|them|his|their)\b/i;

/** The separate questions of a query, if each is understood alone; empty for a single one. */
export function questionsIn(query: string): string[] {
  if (query.length > MAX_QUERY_CHARS) return [];
  const sentences = sentencesOf(query)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && !isGreeting(sentence));
  if (!sentences.every((sentence) => ASKS.test(sentence))) return [];
  const questions = sentences
    .flatMap((sentence) => sentence.split(SECOND))
    .map((each) => each.replace(LEADING_AND, ''));
  if (questions.length < 2 || questions.length > MAX_QUESTIONS) return [];
  const whole = questions.map((question, at) => withNames(question, questions.slice(0, at).join(' ')));
  return whole.every(standsAlone) ? whole : [];
}

const namesIn = (text: string): string[] =>
  findEntities(text).flatMap(({ text: name }) => (STOP_WORDS.has(name.toLowerCase()) ? [] : [name]));

const standsAlone = (question: string, at: number): boolean =>
  words(question).some((word) => !STOP_WORDS.has(word)) &&
  (at === 0 || SUBJECT.test(question) || namesIn(question).length > 0);

const withNames = (question: string, before: string): string =>
  SOMEBODY.test(question) ? [question, ...namesIn(before)].join(' ') : question;
