import { BASE_VERBS, UNCHANGING } from '../assertions/verbs.ts';
import { sentencesOf } from '../sentences.ts';
import { isGreeting, isQuestion } from '../small-talk.ts';
import { stemOf } from './vocabulary.ts';

/** What recurs is told at the beginning; a text of many sentences is a document. */
const MOST_SENTENCES = 8;
/** And in few words. */
const MOST_WORDS = 40;
const WORD = /[\p{L}\p{N}_]+(?:['’-][\p{L}\p{N}_]+)*/gu;
const SPEAKER = /^\p{Lu}[\p{L} ]{0,30}: (?=\p{Lu})/u;
const ASKED = /\bplease\b|\bfor me\b|\b(?:give|show|send|tell|get) me\b|\b(?:can|could|would) you\b/i;

/** What is said to somebody about the talk itself tells of nothing that happened. */
const ADDRESSED = /\byou(?:r|rs)?\b/i;

export interface Word {
  readonly raw: string;
  readonly lower: string;
  /** Absent where the word only says how. */
  readonly stem: string | undefined;
  /** Where it stands in the text of its sentence. */
  readonly from: number;
}

export interface Sentence {
  readonly text: string;
  readonly words: readonly Word[];
}

/** The sentences of a text that tell something. */
export function readSentences(text: string): Sentence[] {
  if (isGreeting(text)) return [];
  return sentencesOf(text.replace(SPEAKER, ''))
    .slice(0, MOST_SENTENCES)
    .filter((sentence) => !isQuestion(sentence) && (!ADDRESSED.test(sentence) || ASKED.test(sentence)))
    .map((sentence) => ({ text: sentence, words: wordsOf(sentence) }))
    .filter(({ words }) => words.length > 0 && words.length <= MOST_WORDS);
}

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: raw, index }) => {
    const lower = raw.toLowerCase().replace(/['’]s$/, '');
    return { raw, lower, stem: stemOf(lower), from: index };
  });
}

/** Somebody is asked to do something. */
export function isRequest({ text }: Sentence): boolean {
  if (ASKED.test(text)) return true;
  return text.split(/[,;:]\s*/).some((clause) => {
    const [verb = ''] = clause.trim().toLowerCase().split(/\s+/);
    return BASE_VERBS.has(verb) && !UNCHANGING.has(verb);
  });
}
