import { BASE_VERBS, UNCHANGING } from '../assertions/verbs.ts';
import type { Occurrence } from './occurrence.ts';
import { saidIn, tellsOfFeeling, toldSentences } from './telling.ts';
import { stemOf } from './vocabulary.ts';

/** What recurs is told in few words. */
const MOST_WORDS = 40;
const WORD = /[\p{L}\p{N}_]+(?:['’-][\p{L}\p{N}_]+)*/gu;
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

/** The sentences of a text that tell of something, or ask for it. */
export function readSentences(occurrence: Occurrence): Sentence[] {
  return toldSentences(saidIn(occurrence))
    .filter((sentence) => !tellsOfFeeling(sentence) && (!ADDRESSED.test(sentence) || ASKED.test(sentence)))
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
